/** The two builds of box2d3-wasm, which have no types beside their files: those of its entry. */
declare module '*/Box2D.deluxe.mjs' {
  export { default } from 'box2d3-wasm';
}
declare module '*/Box2D.compat.mjs' {
  export { default } from 'box2d3-wasm';
}
