import { convexCore, separation } from '@otedama/collision';
import { type BodyShape, CONTACT_INDEX_STRIDE, SHAPE_A, SHAPE_B, type World } from '@otedama/rigid';
import { differenceFigure } from './difference-figure.js';
import { distanceLesson, placementOf } from './distance-lesson.js';
import type { Lesson, Notice, Subject, Topic, WorldLabel } from './lesson.js';
import { bodyName, lengthText, ROUNDING } from './names.js';
import { distanceOverlay, selectionOverlay } from './overlay.js';
import { extentOf, pairKey, pairLabel, pairOf, shapeAt, shapeKey } from './shape-keys.js';

/** Maximum number of listed pairs. */
const MOST_PAIRS = 300;

interface NearPair {
  readonly shapes: readonly [BodyShape, BodyShape];
  readonly gap: number;
}

/** Pairs of the broad phase whose shapes have cores, deepest overlap first. If there are none, the two nearest moving bodies. */
function nearPairs(world: World): NearPair[] {
  const { index, active, activeCount } = world.contactStore;
  const pairs: NearPair[] = [];
  for (let k = 0; k < Math.min(activeCount, MOST_PAIRS); k++) {
    const i = active[k] * CONTACT_INDEX_STRIDE;
    const a = world.shapeAt(index[i + SHAPE_A]);
    const b = world.shapeAt(index[i + SHAPE_B]);
    if (a !== null && b !== null) addPair(world, pairs, a, b);
  }
  if (pairs.length === 0) {
    const moving = world.bodies.filter((body) => body.type === 'dynamic' && body.isEnabled).slice(0, 24);
    for (const [k, first] of moving.entries()) {
      for (const second of moving.slice(k + 1)) addPair(world, pairs, first.shapes[0], second.shapes[0]);
    }
  }
  return pairs.sort((p, q) => p.gap - q.gap);
}

function addPair(world: World, pairs: NearPair[], a: BodyShape, b: BodyShape): void {
  const coreA = convexCore(a.geometry);
  const coreB = convexCore(b.geometry);
  if (coreA === null || coreB === null) return;
  const found = separation(coreA, placementOf(world, a.body), coreB, placementOf(world, b.body));
  pairs.push({ shapes: [a, b], gap: found.separation });
}

const gapText = (gap: number): string =>
  Math.abs(gap) < ROUNDING ? 'touching' : gap > 0 ? `${lengthText(gap)} apart` : `${lengthText(-gap)} deep`;

/** The distance of two shapes: GJK, and EPA if they overlap. */
export const distanceTopic: Topic = {
  name: 'gjk',
  title: 'Distance',
  subjectTitle: 'Pair',
  hint: 'or pick one body in the view, then another',
  needsRecord: false,
  linkKey: 'pair',

  subjects({ world }): Subject[] {
    return nearPairs(world).map(({ shapes: [a, b], gap }) => ({
      key: pairKey(a, b),
      label: `${pairLabel(world, a, b)} · ${gapText(gap)}`,
    }));
  },

  label({ world }, key) {
    const pair = pairOf(world, key);
    return pair === null ? null : pairLabel(world, ...pair);
  },

  best({ world }) {
    const pairs = nearPairs(world);
    // two overlapping polygons show both methods
    const corners = ({ shapes }: NearPair): number =>
      Math.min(...shapes.map(({ geometry }) => convexCore(geometry)?.vertices.length ?? 0));
    const rich = pairs.find((pair) => corners(pair) > 2) ?? pairs[0];
    return rich === undefined ? null : pairKey(...rich.shapes);
  },

  lesson({ world }, subject): Lesson | Notice {
    if (subject === null) {
      return { message: 'There are no two bodies here to find a distance between.', offers: [] };
    }
    const pair = pairOf(world, subject);
    if (pair === null) return { message: `There is no pair ${subject} in this scene.`, offers: [] };
    const lesson = distanceLesson(world, ...pair);
    if (lesson === null) {
      const plane = pair.find(({ geometry }) => geometry.kind === 'halfSpace') ?? pair[0];
      return {
        message: `${bodyName(world, plane.body)} is bounded by a straight line: the distance of a shape from it is that of its vertex farthest against the normal, and needs no search. Choose two bodies with corners or rounds.`,
        offers: [],
      };
    }
    return {
      steps: lesson.steps.length,
      first: 0,
      legend: [
        ['a', bodyName(world, pair[0].body)],
        ['b', bodyName(world, pair[1].body)],
        ['found', 'simplex, polytope'],
        ['support', 'vertex found'],
        ['direction', 'direction of the search'],
      ],
      show(step) {
        const { title, text, numbers } = lesson.steps[step];
        return { title, text, numbers, figures: [differenceFigure(lesson, lesson.steps[step])], table: null };
      },
      overlay: (step) => distanceOverlay(world, lesson, lesson.steps[step]),
      extent: pair.flatMap((shape) =>
        extentOf(world, shape, [
          lesson.steps[lesson.steps.length - 1].onA,
          lesson.steps[lesson.steps.length - 1].onB,
        ]),
      ),
      labels(step) {
        const { vertices, support } = lesson.steps[step];
        const named = new Map<string, WorldLabel>();
        for (const vertex of support === null ? vertices : [...vertices, support]) {
          const [a, b] = vertex.name.split(' − ');
          named.set(a, { at: vertex.onA, from: pair[0].body.worldCenter, text: a });
          named.set(b, { at: vertex.onB, from: pair[1].body.worldCenter, text: b });
        }
        return [...named.values()];
      },
    };
  },

  pick({ world }, point, reach, before) {
    const shape = shapeAt(world, point, reach);
    if (shape === null) return null;
    const first =
      before === null || before.includes(',') ? null : pairOf(world, `${before},${shapeKey(shape)}`);
    if (first !== null) return { subject: pairKey(...first) };
    return {
      half: shapeKey(shape),
      overlay: selectionOverlay(world, [shape]),
      message: `${bodyName(world, shape.body)} is the first: now pick the second.`,
    };
  },
};
