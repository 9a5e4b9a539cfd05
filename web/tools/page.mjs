/** The two forms of web/index.html: with addresses of the bundled files, or with everything inside. */
import { createHash } from 'node:crypto';
import { Stop } from './project.mjs';

const stylesheetTag = /[ \t]*<link\b[^>]*\brel="?stylesheet"?[^>]*>\n?/g;
const entryTag = /[ \t]*<script\b[^>]*\btype="module"[^>]*\bsrc="([^"]+)"[^>]*><\/script>\n?/g;
const manifestTag = /[ \t]*<link\b[^>]*\brel="?manifest"?[^>]*>\n?/g;
const policyTag = /(<meta\b[^>]*\bhttp-equiv="Content-Security-Policy"[^>]*\bcontent=")([^"]*)(")/;

/** @param {string} tag @param {string} name */
const attribute = (tag, name) => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? '';

/** What the page refers to: its style sheets in order, and its one script. @param {string} html */
export function references(html) {
  const sheets = [...html.matchAll(stylesheetTag)].map(([tag]) => ({
    href: attribute(tag, 'href'),
    media: attribute(tag, 'media'),
  }));
  const scripts = [...html.matchAll(entryTag)].map((match) => match[1]);
  if (scripts.length !== 1)
    throw new Stop(`web/index.html has ${scripts.length} module scripts; the build knows what to do with one.`);
  return { sheets, script: scripts[0] };
}

/** Puts text where the first of the tags stood, and nothing where the others were. @param {string} html @param {RegExp} tags @param {string} text */
function replaceTags(html, tags, text) {
  let isFirst = true;
  return html.replace(tags, () => {
    const now = isFirst ? text : '';
    isFirst = false;
    return now;
  });
}

/**
 * @param {string} html
 * @param {{stylesheet: string, script: string, early: string[], fetched: string[]}} names early: chunks that the script
 *   needs at once; fetched: what it will fetch first. Named in the page, they load beside it and not after it.
 */
export function sitePage(html, { stylesheet, script, early, fetched }) {
  const lines = [
    `<link rel="stylesheet" href="${stylesheet}">`,
    ...early.map((name) => `<link rel="modulepreload" href="${name}">`),
    ...fetched.map((name) => `<link rel="preload" as="fetch" crossorigin href="${name}">`),
  ];
  const styled = replaceTags(html, stylesheetTag, lines.map((line) => `    ${line}\n`).join(''));
  return replaceTags(styled, entryTag, `    <script type="module" src="${script}"></script>\n`);
}

/** @param {string} text */
const hashSource = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * The policy of a page that is one file: nothing is its own origin's, what is inside is named by its hash.
 * @param {string} policy @param {string} script @param {string} style
 */
function singleFilePolicy(policy, script, style) {
  const directives = policy.split(';').map((directive) => directive.trim().split(/\s+/));
  return directives
    .filter(([name]) => name !== '')
    .map(([name, ...sources]) => {
      if (!sources.includes("'self'")) return [name, ...sources].join(' ');
      const others = sources.filter((source) => source !== "'self'");
      if (name.startsWith('script-src')) others.unshift(hashSource(script));
      if (name.startsWith('style-src')) others.unshift(hashSource(style));
      return [name, ...(others.length > 0 ? others : ["'none'"])].join(' ');
    })
    .join('; ');
}

/**
 * @param {string} html @param {{script: string, style: string, licences: string, dataUrl: (href: string) => string}} parts
 *   dataUrl: the content of a file beside the page (an icon) as an address
 */
export function singleFilePage(html, { script, style, licences, dataUrl }) {
  if (!policyTag.test(html)) throw new Stop('web/index.html has no Content-Security-Policy.');
  if (/<\/script|<!--/i.test(script)) throw new Stop('the bundled script would end its own element.');
  if (/<\/style/i.test(style)) throw new Stop('the bundled style would end its own element.');
  let page = replaceTags(html, stylesheetTag, `    <style>${style}</style>\n`);
  page = replaceTags(page, manifestTag, '');
  page = page.replace(
    /(<link\b[^>]*\brel="?(?:apple-touch-)?icon"?[^>]*\bhref=")([^"]*)(")/g,
    (_, before, href, after) => (href.startsWith('data:') ? before + href + after : before + dataUrl(href) + after),
  );
  page = page.replace(
    policyTag,
    (_, before, policy, after) => before + singleFilePolicy(policy, script, style) + after,
  );
  page = replaceTags(page, entryTag, `    <script type="module">${script}</script>\n`);
  return `${page.trimEnd()}\n<!--\n${licences.replaceAll('--', '- -')}-->\n`;
}
