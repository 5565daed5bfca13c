/** Vertical field of view of the planar camera, in radians: Babylon's default, which the articles' pages use. */
export const FIELD_OF_VIEW = 0.8;

/** Smallest and largest half-height that zooming can reach, in metres: from a grain of 1 mm to a scene of 100 km. */
export const MIN_HALF_HEIGHT = 1e-3;
export const MAX_HALF_HEIGHT = 1e5;

/** Zoom factor of one wheel notch (100 px of `deltaY`). */
export const WHEEL_ZOOM = 1.2;

/** A press that moves less than this, in CSS pixels, and ends within TAP_TIME is a tap. */
export const TAP_DISTANCE = 6;
/** Maximum duration of a tap, in milliseconds. */
export const TAP_TIME = 300;
/**
 * A touch grabs a body only after this time, in milliseconds, or after moving TAP_DISTANCE. Until then a second finger can turn the
 * touch into a pinch.
 */
export const TOUCH_HOLD = 100;

/** Largest number of objects that pointers can hold at once: a finger each. Screens report up to ten. */
export const MOST_HANDS = 10;

/** Distance from the pointer within which a body counts as hit, in CSS pixels, for a finger and for a mouse. */
export const TOUCH_REACH = 18;
export const MOUSE_REACH = 4;

/** Width of the texture that holds polygon corners, in texels. Every WebGL2 device supports 1024. */
export const CORNER_TEXTURE_WIDTH = 1024;

/**
 * Each of these corner counts has one mesh that draws polygons. A polygon with fewer corners leaves the rest of the mesh empty. The
 * last count is the largest polygon that `collision` accepts.
 */
export const CORNER_BUCKETS = [4, 8, 64] as const;

/** Floats per instance: pose (x, y, cosine, sine), and geometry, extra, fill, stroke with four each. */
export const POSE_FLOATS = 4;
export const LOOK_FLOATS = 16;
/** Floats per line of a `LinePainter`: x1 y1 x2 y2, colour, width and three unused. */
export const LINE_FLOATS = 12;

/**
 * Maximum stroke width of a filled shape, as a fraction of the distance from its edge to its middle. A shape only a few pixels wide
 * therefore still shows its fill.
 */
export const STROKE_SHARE = 0.15;
/** Minimum half width of a filled shape on the screen, in CSS pixels. A thin card is drawn as a clear line instead of a faint shadow. */
export const LEAST_HALF_WIDTH = 0.9;

/** Distance from an edge that is inside a body and has no stroke, m, as shader text. Larger than any shape. */
export const FAR = '1.0e12';

/** Distance by which a fill extends over an inner edge, in device pixels, so that rounding leaves no pixel out. */
export const SEAM = 0.05;

/**
 * Draw order within the plane z = 0, as `alphaIndex`: larger values are drawn on top. Each batch of shapes has one of its own, from
 * ORDER_FIXED on for static bodies and from ORDER_SHAPES on for the others: polygons by their bucket, then round shapes. Babylon sorts
 * meshes of one order by their distance from the camera.
 */
export const ORDER_FIXED = 10;
export const ORDER_SHAPES: number = ORDER_FIXED + CORNER_BUCKETS.length + 1;
export const ORDER_SOFT_BODIES: number = ORDER_SHAPES + CORNER_BUCKETS.length + 1;
export const ORDER_LINES = 20;
