import type { ClothLayer } from '@otedama/render-babylon';
import GUI, { type Controller } from 'lil-gui';
import { systemColors } from '../theme.js';
import type { ClothStage } from './cloth-stage.js';

/** Compliances and the rigidity are shown as powers of ten. This exponent stands for 0. */
const leastExponent = -10;

const exponentOf = (compliance: number) =>
  compliance <= 0 ? leastExponent : Math.max(leastExponent, Math.log10(compliance));
const complianceOf = (exponent: number) => (exponent <= leastExponent ? 0 : 10 ** exponent);

const layers: readonly { readonly layer: ClothLayer; readonly title: string; readonly hint: string }[] = [
  { layer: 'strain', title: 'Strain', hint: 'Red is stretched, blue is compressed; full colour at 5 %.' },
  {
    layer: 'constraints',
    title: 'Constraints',
    hint: 'Lines of one colour share no particle and are solved in parallel.',
  },
  { layer: 'pins', title: 'Pins', hint: 'Pinned particles, and those you hold.' },
  { layer: 'normals', title: 'Normals', hint: 'Surface normals, as the compute shader finds them.' },
];

/** The colours of the page. */
export interface PageColors {
  /** Whether it is dark. Without a choice of the reader it follows the system. */
  night: boolean;
}

/** The parameter panel of a cloth. Returns a function that removes it. */
export function showSettings(container: HTMLElement, stage: ClothStage, colors: PageColors): () => void {
  const gui = new GUI({ container, autoPlace: false, title: 'Settings' });
  container.append(gui.domElement);
  gui.$title.hidden = true;

  const start = stage.cloth.parameters;
  // a cloth that has a flexural rigidity has no links of bending
  const isHinged = start.bendStiffness > 0;
  // only a cloth that has a strain limit has long links
  const isLimited = Number.isFinite(start.strainLimit);
  // by themselves, tethers are as long as the limit allows
  const tethers = start.tethers === 'auto' ? isLimited && 1 + start.strainLimit : start.tethers;
  const values = {
    substeps: start.substeps,
    stretch: exponentOf(start.stretchCompliance),
    shear: exponentOf(start.shearCompliance),
    bend: exponentOf(start.bendCompliance),
    stiffness: exponentOf(start.bendStiffness),
    limited: isLimited,
    tethered: tethers !== false,
    slack: typeof tethers === 'number' ? tethers : 1,
    damping: start.damping,
    drag: start.drag,
    airDensity: start.airDensity,
    gravity: -start.gravity.y,
    pressure: stage.gas?.overpressureOf() ?? 0,
    thickness: start.thickness,
    apart: start.selfCollision !== false,
    selfFriction: start.selfFriction,
  };
  const defaults = { ...values };
  const apply = () => {
    stage.gas?.setOverpressure(values.pressure);
    stage.cloth.setParameters({
      substeps: values.substeps,
      stretchCompliance: complianceOf(values.stretch),
      // a mesh has no cells that could shear
      ...(stage.cloth.isMesh ? {} : { shearCompliance: complianceOf(values.shear) }),
      ...(isHinged
        ? { bendStiffness: complianceOf(values.stiffness) }
        : { bendCompliance: complianceOf(values.bend) }),
      strainLimit: values.limited ? start.strainLimit : Number.POSITIVE_INFINITY,
      tethers: values.tethered && values.slack,
      damping: values.damping,
      drag: values.drag,
      airDensity: values.airDensity,
      thickness: values.thickness,
      selfCollision: values.apart && (start.selfCollision || true),
      selfFriction: values.selfFriction,
      gravity: { x: 0, y: -values.gravity, z: 0 },
    });
  };
  const hint = (controller: Controller, text: string) => {
    controller.domElement.title = text;
    return controller;
  };

  const method = gui.addFolder('Method');
  hint(
    method.add(values, 'substeps', 1, 40, 1).name('Substeps'),
    'Solver steps per frame of 1/60 s. The remaining stretch falls with their square.',
  );
  if (isLimited)
    hint(
      method.add(values, 'limited').name('Long links'),
      'Links over four edges, which only pull: with them few substeps are enough for a cloth to look woven, not like rubber.',
    );
  // a cloth that tears has none
  if (!stage.tears) {
    hint(
      method.add(values, 'tethered').name('Tethers'),
      'Keeps every particle within its rest distance of each pin, so that large cloths do not stretch like rubber.',
    );
    hint(
      method.add(values, 'slack', 1, 1.5, 0.01).name('Tether length'),
      'As a multiple of the rest length.',
    );
  }
  hint(
    method.add(values, 'apart').name('Self-collision'),
    'Layers keep a cell’s width apart instead of passing through each other.',
  );

  hint(
    method.add(values, 'selfFriction', 0, 1, 0.05).name('Self-friction'),
    'Friction between layers of the cloth while self-collision is on; 0 lets them slip.',
  );

  const fabric = gui.addFolder('Fabric');
  const compliance = 'Exponent x of the compliance 10ˣ m/N; −10 means 0: as stiff as the substeps allow.';
  hint(fabric.add(values, 'stretch', leastExponent, -1, 0.1).decimals(1).name('Stretch 10ˣ m/N'), compliance);
  if (!stage.cloth.isMesh) {
    hint(fabric.add(values, 'shear', leastExponent, -1, 0.1).decimals(1).name('Shear 10ˣ m/N'), compliance);
  }
  if (isHinged)
    hint(
      fabric.add(values, 'stiffness', -7, -1, 0.1).decimals(1).name('Rigidity 10ˣ N m'),
      'Exponent x of the flexural rigidity 10ˣ N m: about −5 for cotton, −4 for denim, −3 for leather.',
    );
  else hint(fabric.add(values, 'bend', leastExponent, 0, 0.1).decimals(1).name('Bend 10ˣ m/N'), compliance);
  hint(
    fabric.add(values, 'damping', 0, 5, 0.05).name('Damping (1/s)'),
    'Damps motion within the cloth; free fall stays as fast.',
  );
  hint(
    fabric.add(values, 'drag', 0, 5, 0.05).name('Air drag (1/s)'),
    'Slows motion relative to the air; a wind carries the cloth along.',
  );
  // in most scenes a particle has a mass of 1 kg, so air has no visible effect
  if (start.airDensity > 0) {
    hint(
      fabric.add(values, 'airDensity', 0, 5, 0.05).name('Air (kg/m³)'),
      'Lift and drag on every triangle: denser air brakes, carries and bulges the cloth more.',
    );
  }
  if (stage.gas !== null) {
    hint(
      fabric.add(values, 'pressure', 0, 300, 5).name('Pressure (Pa)'),
      'Overpressure of the gas when the cloth is full: less lets it out, more pumps it in.',
    );
  }
  // below 0 for what is lighter than air
  fabric.add(values, 'gravity', Math.min(3 * values.gravity, 0), 20, 0.1).name('Gravity (m/s²)');
  if (stage.cloth.colliders.length > 0) {
    hint(
      fabric.add(values, 'thickness', 0, 0.1, 0.002).name('Thickness (m)'),
      'Distance the cloth keeps from what it touches.',
    );
  }
  for (const controller of [...method.controllers, ...fabric.controllers]) controller.onChange(apply);
  const refresh = () => {
    for (const controller of gui.controllersRecursive()) controller.updateDisplay();
  };
  stage.cloth.subscribe(({ type }) => {
    if (type !== 'refused') return;
    values.apart = stage.cloth.parameters.selfCollision !== false;
    refresh();
  });

  const view = gui.addFolder('View');
  const night = hint(
    view.add(colors, 'night').name('Night'),
    'Until you choose, the colours of your system.',
  );
  const followSystem = () => void night.updateDisplay();
  systemColors.addEventListener('change', followSystem);
  view.add({ reset: () => stage.resetView() }, 'reset').name('Reset view');
  for (const { layer, title, hint: text } of layers) {
    const shown = view.add({ on: stage.isShown(layer) }, 'on').name(title);
    hint(
      shown.onChange((on: boolean) => stage.show(layer, on)),
      text,
    );
  }

  const more = gui.addFolder('More');
  if (stage.canLoseDevice) {
    hint(
      more.add({ lose: () => stage.loseDevice() }, 'lose').name('Lose the GPU device'),
      'Destroys the GPU device, as a driver update would. The cloth goes on from its last good state.',
    );
  }
  more
    .add(
      {
        reset() {
          Object.assign(values, defaults);
          apply();
          refresh();
        },
      },
      'reset',
    )
    .name('Reset to defaults');
  return () => {
    systemColors.removeEventListener('change', followSystem);
    gui.destroy();
  };
}
