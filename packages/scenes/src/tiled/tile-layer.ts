/** Layers of tiles as shapes: borders of what is solid, and areas of what only reports touches. */

import { InputError, polygon, type Vec2 } from '@otedama/math2d';
import { chain, concave, type ShapeDefinition } from '@otedama/rigid';
import type { TiledLayer } from './map-format.js';
import type { MapPlane } from './map-plane.js';
import { capsuleOutline, named, type Part } from './object-parts.js';
import type { BodyProperties, PropertyScope } from './properties.js';
import { type Solid, solidOutlines } from './solid-outlines.js';
import { forEachTile } from './tile-data.js';
import { flippedParts, type TileSource } from './tile-source.js';

/** The shapes of a layer that belong to one body. */
export interface LayerBody {
  readonly kind: 'static' | 'kinematic';
  readonly shapes: ShapeDefinition[];
}

/** A tile of a layer: its outlines, pixels from the lower left corner of its cell, y up, counter-clockwise, and what it is. */
interface Stamp {
  readonly outlines: readonly (readonly Vec2[])[];
  readonly kind: BodyProperties['kind'];
  readonly isSensor: boolean;
  readonly surface: Omit<ShapeDefinition, 'kind'>;
  /** Index of the surface: equal for tiles with equal properties. */
  readonly surfaceIndex: number;
}

/**
 * @param scope properties of the layer
 * @param offset of the layer in the plane, pixels, y down
 * @param scale metres per pixel
 * @param where place in the map, for messages
 */
export function layerBodies(
  layer: TiledLayer,
  plane: MapPlane,
  tiles: TileSource,
  scope: PropertyScope,
  offset: Vec2,
  scale: number,
  where: string,
): LayerBody[] {
  const stamps = new StampBook(plane, tiles, scope, where);
  const groups = new Map<LayerBody['kind'], { solids: Solid[]; areas: Area[] }>();
  forEachTile(layer, where, (column, row, gid) => {
    const stamp = stamps.get(gid);
    if (stamp.kind === 'none') return;
    if (stamp.kind === 'dynamic') {
      const expected = 'static or kinematic: a layer of tiles is one body; make a dynamic tile a tile object';
      throw new InputError(`${where}: bodyType`, stamp.kind, expected);
    }
    const group = groups.get(stamp.kind) ?? { solids: [], areas: [] };
    groups.set(stamp.kind, group);
    const corner = plane.cellCorner(column, row);
    const x0 = corner.x + offset.x;
    const y0 = 0 - (corner.y + offset.y);
    for (const outline of stamp.outlines) {
      const points = outline.map(({ x, y }) => ({ x: x0 + x, y: y0 + y }));
      if (stamp.isSensor) addArea(group.areas, points, stamp.surface);
      else group.solids.push({ points, material: stamp.surfaceIndex });
    }
  });
  const meters = ({ x, y }: Vec2): Vec2 => ({ x: x * scale, y: y * scale });
  return [...groups].map(([kind, { solids, areas }]) => ({
    kind,
    shapes: [
      ...solidOutlines(solids).flatMap(({ points, materials }) =>
        chain({ points: points.map(meters), loop: true }).map((segment, k) => ({
          ...segment,
          ...stamps.surfaces[materials[k]],
        })),
      ),
      ...areas.flatMap(({ points, surface }) =>
        named(where, () => concave({ points: points.map(meters), ...surface })),
      ),
    ],
  }));
}

/** Tiles by the number of their cell, with flips. */
class StampBook {
  readonly surfaces: Omit<ShapeDefinition, 'kind'>[] = [];
  readonly #stamps = new Map<number, Stamp>();
  readonly #surfaceIndices = new Map<string, number>();
  readonly #plane: MapPlane;
  readonly #tiles: TileSource;
  readonly #scope: PropertyScope;
  readonly #where: string;

  constructor(plane: MapPlane, tiles: TileSource, scope: PropertyScope, where: string) {
    this.#plane = plane;
    this.#tiles = tiles;
    this.#scope = scope;
    this.#where = where;
  }

  get(gid: number): Stamp {
    let stamp = this.#stamps.get(gid);
    if (stamp === undefined) {
      stamp = this.#make(gid);
      this.#stamps.set(gid, stamp);
    }
    return stamp;
  }

  #make(gid: number): Stamp {
    const use = this.#tiles.useOf(gid);
    // a layer of pictures may use tilesets that nobody gave
    if (this.#scope.read(this.#where).kind === 'none' && !this.#tiles.isKnown(use.number)) return nothing;
    const tile = this.#tiles.kindOf(use.number);
    const { kind, shape } = this.#scope.with(tile.properties).read(`${this.#where}, tile ${use.number}`);
    if (kind === 'none') return nothing;
    const { sensor = false, ...surface } = shape;
    const key = JSON.stringify(surface);
    let surfaceIndex = this.#surfaceIndices.get(key);
    if (surfaceIndex === undefined) {
      surfaceIndex = this.surfaces.push(surface) - 1;
      this.#surfaceIndices.set(key, surfaceIndex);
    }
    const bottom = use.diagonal ? tile.width : tile.height;
    const up = ({ x, y }: Vec2): Vec2 =>
      this.#plane.fromTile({ x: x + tile.offset.x, y: bottom - y - tile.offset.y });
    const outlines =
      tile.parts.length === 0
        ? [this.#plane.cell]
        : flippedParts(tile, use).map((part) =>
            outlineOf(part, `${this.#where}, tile ${use.number}`).map(up),
          );
    return {
      kind,
      isSensor: sensor,
      surface: sensor ? shape : surface,
      surfaceIndex,
      outlines: outlines.map((points) => (polygon.isCounterClockwise(points) ? points : points.toReversed())),
    };
  }
}

const nothing: Stamp = { kind: 'none', isSensor: false, surface: {}, surfaceIndex: 0, outlines: [] };

function outlineOf(part: Part, where: string): readonly Vec2[] {
  if (part.kind === 'capsule') return capsuleOutline(part);
  if (part.kind === 'line') {
    throw new InputError(`${where}: polyline`, part.points.length, 'a polygon: a line has no area');
  }
  return part.points;
}

/** A sensor. */
interface Area {
  points: Vec2[];
  readonly surface: Omit<ShapeDefinition, 'kind'>;
}

/** Adds an area; a rectangle that continues the last one in its row becomes part of that. */
function addArea(areas: Area[], points: Vec2[], surface: Area['surface']): void {
  const last = areas.at(-1);
  if (last !== undefined && last.surface === surface && isRectangle(points) && isRectangle(last.points)) {
    const [a, b, c, d] = last.points;
    const [e, f, g, h] = points;
    if (b.x === e.x && b.y === e.y && c.x === h.x && c.y === h.y) {
      last.points = [a, f, g, d];
      return;
    }
  }
  areas.push({ points, surface });
}

/** Whether these are the corners of an upright rectangle, counter-clockwise from its lower left corner. */
function isRectangle(points: readonly Vec2[]): boolean {
  const [a, b, c, d] = points;
  return (
    points.length === 4 && a.y === b.y && b.x === c.x && c.y === d.y && d.x === a.x && a.x < b.x && b.y < c.y
  );
}
