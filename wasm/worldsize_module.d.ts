/** The generated module, under the name by which the page's build finds it. */
declare module 'worldsize-module' {
  const createModule: import('./types.js').ModuleFactory;
  export default createModule;
}
