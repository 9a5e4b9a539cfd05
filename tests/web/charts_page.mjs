/** A page with nothing but the sweep's table and charts, under the strict policy of the real one, in a real browser. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';

const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'";
const STYLES = ['tokens.css', 'table.css', 'charts.css'];
const root = fileURLToPath(new URL('../../', import.meta.url));

const golden = JSON.parse(readFileSync(`${root}tests/golden/world_size_sweep.json`, 'utf8'))[0];

/** The first golden sweep as the planner reports it. */
export const report = {
  world_size: 8,
  plan: { model: { aggregate: golden.input } },
  sweep: { kind: 'aggregate', rows: golden.rows, best: { world_size: 256, row: 8 } },
};

const columns = [
  { key: 'world_size', label: 'World size', unit: 'GPUs' },
  { key: 'fits', label: 'Fits', unit: 'yes_no' },
  { key: 'batch_per_gpu', label: 'Batch per GPU', unit: 'requests' },
  { key: 'experts_per_gpu', label: 'Experts per GPU', unit: 'experts' },
  { key: 'model_gb_per_gpu', label: 'Model', unit: 'GB' },
];

const script = `
  import { renderSweepCharts } from './web/app/charts/index.js';
  import { chartToPng, chartToSvg, chartsToSvg } from './web/app/export.js';
  import { renderTable } from './web/app/table.js';
  const columns = ${JSON.stringify(columns)};
  window.report = ${JSON.stringify(report)};
  window.events = [];
  addEventListener('securitypolicyviolation', (event) => events.push('violation of ' + event.violatedDirective));
  window.show = (report) => {
    renderTable(document.getElementById('table'), {
      id: 'sweep-table', caption: 'World sizes', columns, rows: report.sweep.rows,
      rowMark: (row) => (row === report.sweep.rows[report.sweep.best?.row] ? 'best' : null),
      onRow: (row, index) => events.push('adopt ' + row.world_size + ' of row ' + index),
      onCell: (row, index, key) => events.push('explain ' + key + ' of row ' + index),
    });
    return renderSweepCharts(document.getElementById('charts'), report, {
      onRow: (row, index) => events.push('open ' + row.world_size + ' of row ' + index),
      footer: () => ({ version: '0.1.0', link: 'https://example.org/#1.' + 'a'.repeat(900) }),
    });
  };
  window.exported = { chartToPng, chartToSvg, chartsToSvg };
  window.ready = show(report);
`;

const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Charts</title>
<link rel="icon" href="icon.svg"><meta name="viewport" content="width=device-width, initial-scale=1">
${STYLES.map((name) => `<link rel="stylesheet" href="${name}">`).join('')}<link rel="stylesheet" href="page.css">
<script type="module" src="page.js"></script></head>
<body><main><h1>Sweep</h1><div id="table"></div><div id="charts"></div></main></body></html>`;

const pageStyle = `body { margin: 16px; background: var(--surface); color: var(--ink); font: 14px/1.5 var(--font); }
.visually-hidden { position: absolute; overflow: hidden; width: 1px; height: 1px; clip-path: inset(50%); white-space: nowrap; }`;

/** @returns {Promise<Map<string, {type: string, body: string}>>} */
async function files() {
  const { outputFiles } = await build({
    stdin: { contents: script, resolveDir: root, sourcefile: 'page.js' },
    bundle: true,
    format: 'esm',
    write: false,
    logLevel: 'error',
  });
  const served = new Map([
    ['/', { type: 'text/html', body: html }],
    ['/page.js', { type: 'text/javascript', body: outputFiles[0].text }],
    ['/icon.svg', { type: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }],
    ['/page.css', { type: 'text/css', body: pageStyle }],
  ]);
  for (const name of STYLES)
    served.set(`/${name}`, { type: 'text/css', body: readFileSync(`${root}web/styles/${name}`, 'utf8') });
  return served;
}

/** Serves the page and starts a browser. */
export async function startChartsPage() {
  const served = await files();
  const server = createServer((request, response) => {
    const file = served.get(request.url ?? '');
    if (!file) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': `${file.type}; charset=utf-8`, 'content-security-policy': POLICY });
    response.end(file.body);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  });
  /** @type {string[]} */
  const errors = [];

  /** @param {{width?: number, theme?: 'light' | 'dark'}} [look] a fresh page with its charts drawn */
  async function open({ width = 1200, theme = 'light' } = {}) {
    const page = await browser.newPage({ viewport: { width, height: 1000 }, colorScheme: theme });
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    page.on('pageerror', (error) => errors.push(error.message));
    await page.goto(`http://127.0.0.1:${port}/`);
    await page.locator('[data-chart="m-per-group"] svg').waitFor();
    return page;
  }

  async function stop() {
    await browser.close();
    await new Promise((resolve) => server.close(resolve));
  }
  return { open, stop, errors };
}
