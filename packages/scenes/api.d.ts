// Public surface of @otedama/scenes. Written by `pnpm api`; not a module.

// ── @otedama/scenes ──

export type SceneCategory = (typeof sceneCategories)[number];
export type SceneContents = Omit<Scene, 'format' | 'version' | 'name' | 'title' | 'category' | 'description' | 'character'>;
export interface SceneEntry {
  readonly name: string;
  readonly category: SceneCategory;
  readonly title: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, SceneParameter>>;
  readonly softBodies: boolean;
  readonly joints: readonly JointKind[];
  readonly solver: string | null;
  readonly character: CharacterDefinition | null;
  create(values?: SceneValues): Scene;
}
export interface SceneParameter {
  readonly title: string;
  readonly default: number;
  readonly minimum: number;
  readonly maximum: number;
  readonly integer?: boolean;
}
export interface SceneTemplate<Name extends string> {
  readonly name: string;
  readonly category: SceneCategory;
  readonly title: string;
  readonly description: string;
  readonly parameters?: Readonly<Record<Name, SceneParameter>>;
  readonly softBodies?: boolean;
  readonly joints?: readonly JointKind[];
  readonly solver?: string;
  readonly character?: CharacterDefinition;
  build(values: Readonly<Record<Name, number>>): SceneContents;
}
export type SceneValues = Readonly<Record<string, number>>;
export const arch: SceneEntry;
export const articlesConstraint: SceneEntry;
export const articlesForce: SceneEntry;
export const articlesShapeMatching: SceneEntry;
export const bounceHouse: SceneEntry;
export const boxesInV: SceneEntry;
export const bridge: SceneEntry;
export const cardHouse: SceneEntry;
export const circleStack: SceneEntry;
export const compounds: SceneEntry;
export const confined: SceneEntry;
export const course: SceneEntry;
export function defineScene<Name extends string = never>(template: SceneTemplate<Name>): SceneEntry;
export const dominoes: SceneEntry;
export function findScene(name: string): SceneEntry;
export const fountain: SceneEntry;
export const frictionRamps: SceneEntry;
export const headOn: SceneEntry;
export const jellyBars: SceneEntry;
export const jellyCake: SceneEntry;
export const jellyDrop: SceneEntry;
export const jellyMattress: SceneEntry;
export const jellyRain: SceneEntry;
export const jointGrid: SceneEntry;
export const junkyard: SceneEntry;
export const machines: SceneEntry;
export const manyPyramids: SceneEntry;
export const mixedRain: SceneEntry;
export const outlines: SceneEntry;
export const pond: SceneEntry;
export const pyramid: SceneEntry;
export const ragdolls: SceneEntry;
export const rollingDisc: SceneEntry;
export const roundedStack: SceneEntry;
export const sceneCategories: readonly ["showcase", "articles", "stacking", "piles", "friction", "collisions", "jelly", "joints", "fields", "character", "benchmark"];
export const sceneList: readonly SceneEntry[];
export const slidingBoxes: SceneEntry;
export const slopeSlide: SceneEntry;
export const smash: SceneEntry;
export const spinner: SceneEntry;
export const stack: SceneEntry;
export const tower: SceneEntry;
export const tumbler: SceneEntry;
export const washer: SceneEntry;
export const windTunnel: SceneEntry;
export const wreckingBall: SceneEntry;

// ── @otedama/scenes/tiled ──

export interface TiledLevel {
  readonly scene: Scene;
  readonly objects: readonly TiledObject[];
}
export interface TiledObject {
  readonly id: number;
  readonly name: string;
  readonly type: string;
  readonly layer: string;
  readonly body: number | null;
  readonly position: Vec2;
  readonly angle: number;
  readonly width: number;
  readonly height: number;
  readonly points: readonly Vec2[];
  readonly gid: number;
  readonly properties: Readonly<Record<string, unknown>>;
}
export interface TiledOptions {
  readonly pixelsPerMeter?: number;
  readonly name?: string;
  readonly gravity?: Vec2;
  readonly timeStep?: number;
  readonly prefix?: string;
  readonly layers?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly tilesets?: Readonly<Record<string, unknown>>;
  readonly templates?: Readonly<Record<string, unknown>>;
}
export function readTiledMap(map: unknown, options?: TiledOptions): TiledLevel;
