/** The two builds of box2d3-wasm. Their files have no types; they use the types of the package's entry. */
declare module '*/Box2D.deluxe.mjs' {
  export { default } from 'box2d3-wasm';
}
declare module '*/Box2D.compat.mjs' {
  export { default } from 'box2d3-wasm';
}
