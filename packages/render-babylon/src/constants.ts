/** Vertical field of view of the planar camera, in radians: Babylon's default, which the articles' pages use. */
export const FIELD_OF_VIEW = 0.8;

/** Nearest and farthest half-height that zooming reaches, in metres: from a grain of 1 mm to a scene of 100 km. */
export const MIN_HALF_HEIGHT = 1e-3;
export const MAX_HALF_HEIGHT = 1e5;

/** Zoom factor of one wheel notch (100 px of `deltaY`). */
export const WHEEL_ZOOM = 1.2;

/** A press that moves less than this, in CSS pixels, and ends within TAP_TIME is a tap. */
export const TAP_DISTANCE = 6;
/** Longest tap, in milliseconds. */
export const TAP_TIME = 300;
/**
 * A touch takes hold of a body only after this time, in milliseconds, or after TAP_DISTANCE: until then a
 * second finger can still turn it into a pinch.
 */
export const TOUCH_HOLD = 100;

/** Around the pointer, in CSS pixels, a body counts as hit: a fingertip or a mouse. */
export const TOUCH_REACH = 18;
export const MOUSE_REACH = 4;

/** Width of the texture that holds polygon corners, in texels; 1024 is within every WebGL2 limit. */
export const CORNER_TEXTURE_WIDTH = 1024;

/**
 * Polygons are drawn by one mesh for each of these corner counts; a polygon with fewer corners leaves
 * the rest of its mesh empty. The last one is the largest polygon that `collision` accepts.
 */
export const CORNER_BUCKETS = [4, 8, 64] as const;

/** Floats of one instance: pose (x, y, cosine, sine), and geometry, extra, fill, stroke of four each. */
export const POSE_FLOATS = 4;
export const LOOK_FLOATS = 16;
/** Floats of one line of a `LinePainter`: x1 y1 x2 y2, colour, width and three spare. */
export const LINE_FLOATS = 12;

/**
 * Most of the way from the edge of a filled shape to its middle that the outline may take: what is a few pixels wide keeps its colour
 * instead of being all outline.
 */
export const STROKE_SHARE = 0.25;
/** Least half width, in CSS pixels, at which a filled shape is drawn: a card is a line then, instead of a shadow of one. */
export const LEAST_HALF_WIDTH = 0.9;

/** Distance from an edge that is inside a body and has no stroke, m, as it stands in shaders: beyond any size of a shape. */
export const FAR = '1.0e12';

/** How far a fill goes on over an edge inside its body, in device pixels: no pixel is left out to rounding. */
export const SEAM = 0.05;

/** Draw order inside the plane z = 0, as `alphaIndex`: later ones lie on top. */
export const ORDER_BODIES = 10;
export const ORDER_LINES = 20;
