/**
 * A slingshot, in Phaser: its scenes, sprites, tweens and input, with a world of Otedama in place of its own physics.
 */
import { atan2, polygon, vec2 } from '@otedama/math2d';
import { type Body, createWorld, FrameClock, interpolatedPose, type ShapeDefinition } from '@otedama/rigid';
import { createSoftStep } from '@otedama/rigid-constraint';
import * as Phaser from 'phaser';

const canvas = document.querySelector('canvas') as HTMLCanvasElement;
const output = document.querySelector('output') as HTMLOutputElement;

/** Pixels of Phaser's world per metre. Its y points down and its angles turn clockwise, ours do not. */
const SCALE = 50;
const SLING = { x: -6, y: 1.6 };
/** Impulse that breaks a jar, N s. */
const STRENGTH = 1;

class Yard extends Phaser.Scene {
  world = createWorld({ solver: createSoftStep() });
  sprites = new Map<Body, Phaser.GameObjects.Image>();
  // who asked for less motion gets a picture that stands still until the first shot
  clock = new FrameClock({ isPaused: matchMedia('(prefers-reduced-motion: reduce)').matches });
  jars = new Set<Body>();
  shots = 0;
  /** Where the band is drawn to, m. */
  pull = { x: -7.5, y: 1.1 };
  band!: Phaser.GameObjects.Graphics;
  loaded!: Phaser.GameObjects.Image;

  create() {
    this.paint('crate', 1, 1, (pen) =>
      pen.fillStyle(0x9c7a4d).fillRect(0, 0, 50, 50).fillStyle(0xc79d63).fillRect(3, 3, 44, 44),
    );
    this.paint('plank', 3, 0.3, (pen) => pen.fillStyle(0x8a6a44).fillRect(0, 0, 150, 15));
    this.paint('jar', 0.6, 0.9, (pen) =>
      pen.fillStyle(0x4f8f86).fillRoundedRect(0, 8, 30, 37, 8).fillStyle(0x3b6f68).fillRect(6, 0, 18, 10),
    );
    this.paint('stone', 0.6, 0.6, (pen) =>
      pen.fillStyle(0x5b5f6b).fillCircle(15, 15, 15).fillStyle(0x777c8a).fillCircle(11, 11, 6),
    );
    this.add.rectangle(0, 250, 4000, 500, 0xb9c7a0); // the lawn
    this.add.rectangle(SLING.x * SCALE, -0.8 * SCALE, 12, 1.6 * SCALE, 0x6b4f33);
    this.add.rectangle(8 * SCALE, -SCALE, 12, 2 * SCALE, 0x6b4f33); // and a fence
    this.band = this.add.graphics();
    this.loaded = this.add.image(0, 0, 'stone');

    this.world.createBody({ type: 'static', shapes: [{ kind: 'halfSpace', normal: { x: 0, y: 1 } }] });
    const fence: ShapeDefinition = { kind: 'halfSpace', normal: { x: -1, y: 0 } };
    this.world.createBody({ type: 'static', position: { x: 8, y: 0 }, shapes: [fence] });
    const box = (width: number, height: number, density: number): ShapeDefinition => ({
      ...{ kind: 'polygon', vertices: polygon.rectangle(width, height), density, friction: 0.6 },
    });
    for (const x of [1, 3, 5]) {
      this.put('crate', x, 0.5, box(1, 1, 0.4));
      this.put('crate', x, 1.5, box(1, 1, 0.4));
    }
    this.put('plank', 2, 2.15, box(3, 0.3, 0.4));
    this.put('crate', 5, 2.5, box(1, 1, 0.4));
    for (const [x, y] of [
      [2, 2.75],
      [5, 3.45],
      [2, 0.45],
      [4, 0.45],
    ]) {
      this.jars.add(this.put('jar', x, y, { ...box(0.6, 0.9, 0.8), hitEvents: true }));
    }

    this.input.on('pointermove', (pointer: Phaser.Input.Pointer) => pointer.isDown && this.aim(pointer));
    this.input.on('pointerdown', (pointer: Phaser.Input.Pointer) => this.aim(pointer));
    this.input.on('pointerup', () => this.shoot());
    // Phaser's keyboard skips keys whose default the page prevents, so that they do not scroll it
    addEventListener('keydown', ({ key }) => {
      if (key === ' ') this.shoot();
      if (key === 'ArrowUp') this.lower(0.1);
      if (key === 'ArrowDown') this.lower(-0.1);
    });
    this.scale.on('resize', () => this.fit());
    this.fit();
  }

  /** Paints a texture, of a size in metres. */
  paint(name: string, width: number, height: number, draw: (pen: Phaser.GameObjects.Graphics) => void) {
    const pen = this.make.graphics();
    draw(pen);
    pen.generateTexture(name, width * SCALE, height * SCALE);
    pen.destroy();
  }

  /** Puts a body with one shape into the world, and its sprite into the picture. */
  put(texture: string, x: number, y: number, shape: ShapeDefinition, linearVelocity = { x: 0, y: 0 }) {
    const body = this.world.createBody({ position: { x, y }, linearVelocity, shapes: [shape] });
    this.sprites.set(body, this.add.image(0, 0, texture));
    return body;
  }

  aim({ worldX, worldY }: Phaser.Input.Pointer) {
    const [x, y] = [worldX / SCALE - SLING.x, -worldY / SCALE - SLING.y];
    const shrink = Math.min(1, 2 / vec2.length({ x, y })); // the band is at most 2 m long
    this.pull = { x: SLING.x + shrink * x, y: Math.max(0.3, SLING.y + shrink * y) };
  }

  lower(by: number) {
    this.pull.y = Phaser.Math.Clamp(this.pull.y - by, 0.3, 2.5);
  }

  shoot() {
    this.clock.isPaused = false;
    const velocity = { x: 9 * (SLING.x - this.pull.x), y: 9 * (SLING.y - this.pull.y) };
    this.put(
      'stone',
      SLING.x,
      SLING.y,
      { kind: 'circle', radius: 0.3, density: 4, restitution: 0.2 },
      velocity,
    );
    this.shots++;
  }

  override update(_time: number, milliseconds: number) {
    this.clock.advance(milliseconds / 1000, (dt) => {
      this.world.step(dt);
      for (const { shapeA, shapeB, normalImpulse } of this.world.events.hit) {
        for (const { body } of [shapeA, shapeB])
          if (normalImpulse > STRENGTH && this.jars.delete(body)) this.smash(body);
      }
    });
    for (const [body, sprite] of this.sprites) {
      const { x, y, c, s } = interpolatedPose(this.world, body, this.clock.alpha);
      sprite.setPosition(SCALE * x, -SCALE * y).setRotation(-atan2(s, c));
    }
    this.loaded.setPosition(SCALE * this.pull.x, -SCALE * this.pull.y);
    this.band
      .clear()
      .lineStyle(5, 0x3a2c1e)
      .lineBetween(SCALE * SLING.x, -SCALE * SLING.y, SCALE * this.pull.x, -SCALE * this.pull.y);
    output.value = `${this.jars.size} jars, ${this.shots} shots. Pull the band and let go, or use arrows and the space bar.`;
  }

  /** Takes a jar out of the world. Its sprite fades away. */
  smash(body: Body) {
    const sprite = this.sprites.get(body);
    this.sprites.delete(body);
    this.world.destroyBody(body);
    this.tweens.add({
      targets: sprite,
      alpha: 0,
      scale: 1.6,
      duration: 300,
      onComplete: () => sprite?.destroy(),
    });
  }

  /** The yard is 16 m wide and 9 m high, and stands on the lower edge. */
  fit() {
    const { width, height } = this.scale;
    this.cameras.main.setZoom(Math.min(width / (16 * SCALE), height / (9 * SCALE)));
    this.cameras.main.centerOn(0, SCALE - height / this.cameras.main.zoom / 2);
  }
}

// Phaser's own canvas is that of the page. Its size is set here, so that it has as many pixels as the display.
const size = () => ({
  width: canvas.clientWidth * devicePixelRatio,
  height: canvas.clientHeight * devicePixelRatio,
});
const game = new Phaser.Game({
  ...{
    type: Phaser.WEBGL,
    canvas,
    backgroundColor: '#dbe7f0',
    banner: false,
    audio: { noAudio: true },
    scene: Yard,
  },
  scale: { mode: Phaser.Scale.NONE, ...size() },
});
new ResizeObserver(() => game.scale.resize(size().width, size().height)).observe(canvas);
