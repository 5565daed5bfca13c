/** Examples of the guides as modules. The tests write them before they run, so a fresh clone does not have them yet. */
declare module '*.page.js';
