import { articlesColor, type Color, clothColor, hexColor, mixColors } from './color.js';

/** Properties of a shape and its body that a style uses. */
export interface StyledBody {
  /** How the body moves: not at all, by its own velocity, or by forces. */
  readonly type: 'static' | 'kinematic' | 'dynamic';
  /**
   * Number among the drawn bodies of the same type, counted from 0: the lowest that was free when the body appeared. It keeps it as long as
   * it is drawn.
   */
  readonly index: number;
  /** The colour hint of the body. The styles of this package use it for bodies of all types. */
  readonly color: Color | undefined;
  /** Whether the body is currently simulated. */
  readonly awake: boolean;
  /** Whether the shape is a sensor. */
  readonly sensor: boolean;
}

/** Colours of one shape, with opacity 0..1 each. */
export interface ShapePaint {
  /** Colour inside the outline. */
  readonly fill: Color;
  /** Opacity of the fill, 0..1; 0 draws no fill. */
  readonly fillOpacity: number;
  /** Colour of the outline. */
  readonly stroke: Color;
  /** Opacity of the outline, 0..1; 0 draws no outline. */
  readonly strokeOpacity: number;
}

/** How a world is drawn. */
export interface Style {
  /** Key of the style in settings and links. */
  readonly name: string;
  /** Colour behind everything. */
  readonly background: Color;
  /** Stroke width in CSS pixels; narrower on filled shapes that are only a few pixels wide. */
  readonly strokeWidth: number;
  /** Fraction of the stroke that lies outside the edge: 0 draws it inside, 0.5 centred. */
  readonly strokeAlignment: number;
  /**
   * Radius of the spheres at corners and ends, m, at most a quarter of the shortest edge or of the radius; 0 draws none.
   */
  readonly sphereRadius: number;
  /** The mark of rotation on a circle runs from this fraction of the radius to the rim. */
  readonly markStart: number;
  /** Returns the colours for the shapes of a body. Called again when the body falls asleep, wakes up or gets another colour hint. */
  paint(body: StyledBody): ShapePaint;
}

const black: Color = [0, 0, 0];
const white: Color = [1, 1, 1];

/** The look of the scenes `articles-*`: white background, outlines one pixel wide, a sphere of diameter 0.3 at each corner. */
export const articlesStyle: Style = {
  name: 'articles',
  background: white,
  strokeWidth: 1,
  strokeAlignment: 0.5,
  sphereRadius: 0.15,
  markStart: 0,
  paint(body) {
    const stroke = body.color ?? (body.type === 'dynamic' ? articlesColor(body.index) : black);
    return { fill: white, fillOpacity: 0, stroke, strokeOpacity: body.sensor ? 0.4 : 1 };
  },
};

const paper = hexColor('#fbfaf7');
const ink = hexColor('#2b2f3a');
const groundFill = hexColor('#e9e4da');
const groundStroke = hexColor('#8d8577');
const moverFill = hexColor('#cfd5dd');

/**
 * Fixed bodies have the colour of the ground, unless they have one of their own: a bumper, a goal. A sensor, such as water, is see-through.
 */
function fixedPaint(
  { color, sensor }: StyledBody,
  ground: Color,
  groundEdge: Color,
  edge: Color,
): ShapePaint {
  if (sensor)
    return { fill: color ?? ground, fillOpacity: 0.3, stroke: color ?? groundEdge, strokeOpacity: 1 };
  if (color === undefined) return { fill: ground, fillOpacity: 1, stroke: groundEdge, strokeOpacity: 1 };
  const fill = mixColors(color, white, 0.25);
  return { fill, fillOpacity: 1, stroke: mixColors(fill, edge, 0.5), strokeOpacity: 1 };
}

/** Filled shapes in cloth colours on paper; sleeping bodies are paler. */
export const filledStyle: Style = {
  name: 'filled',
  background: paper,
  strokeWidth: 1.5,
  strokeAlignment: 0,
  sphereRadius: 0,
  markStart: 0.4,
  paint(body) {
    if (body.type === 'static') return fixedPaint(body, groundFill, groundStroke, ink);
    const base =
      body.color !== undefined
        ? mixColors(body.color, white, 0.25)
        : body.type === 'kinematic'
          ? moverFill
          : clothColor(body.index);
    const fill = body.awake ? base : mixColors(base, paper, 0.28);
    return {
      fill,
      fillOpacity: body.sensor ? 0.25 : 1,
      stroke: mixColors(fill, ink, body.awake ? 0.55 : 0.42),
      strokeOpacity: 1,
    };
  },
};

const night = hexColor('#171a21');
const nightGround = hexColor('#343b49');
const nightGroundEdge = hexColor('#7d879b');

/** The filled style at night. */
export const nightStyle: Style = {
  ...filledStyle,
  name: 'night',
  background: night,
  paint(body) {
    if (body.type === 'static') return fixedPaint(body, nightGround, nightGroundEdge, white);
    const day = filledStyle.paint({ ...body, awake: true });
    const fill = mixColors(day.fill, night, body.awake ? 0.12 : 0.36);
    return { ...day, fill, stroke: mixColors(fill, white, body.awake ? 0.45 : 0.28) };
  },
};

/** The styles that come with the package, by name. */
export const styles: Readonly<Record<string, Style>> = {
  articles: articlesStyle,
  filled: filledStyle,
  night: nightStyle,
};
