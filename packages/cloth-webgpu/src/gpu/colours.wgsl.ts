/** One dispatch a colour: the plain order, for every size and device, and what the fused kernels are compared with. */

/** Threads of a workgroup of the kernels here. */
export const COLOUR_THREADS = 128;

/** Kernels `integrate`, `constrain` (one colour, as `task` says) and `finish`. */
export const coloursWgsl: string = /* wgsl */ `
@compute @workgroup_size(${COLOUR_THREADS})
fn integrate(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  if (i >= PARTICLES) { return; }
  let moved = integrated(i, position[i], velocity[i], task.substep);
  position[i] = moved.position;
  velocity[i] = moved.velocity;
  predicted[i] = moved.position;
  publishAnchor(i, moved.position, task.substep);
}

fn along(index: u32, start: u32, step: u32, isPair: u32) -> u32 {
  return start + select(step * index, 4u * (index >> 1u) + (index & 1u), isPair != 0u);
}

fn constrainPair(first: u32, second: u32, link: vec2f) {
  let a = position[first];
  let b = position[second];
  let p = pull(a, b, link);
  position[first] = pulledFirst(a, p);
  position[second] = pulledSecond(b, p);
}

@compute @workgroup_size(${COLOUR_THREADS})
fn constrain(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= task.countU * task.countV) { return; }
  let i = along(id.x % task.countU, task.startX, task.stepX, task.pairX);
  let j = along(id.x / task.countU, task.startY, task.stepY, task.pairY);
  let link = settings.links[task.kind].xy;
  let corner = i + j * COUNT_X;
  constrainPair(corner, corner + task.reachX + task.reachY * COUNT_X, link);
  if (task.cross != 0u) {
    constrainPair(corner + task.reachX, corner + task.reachY * COUNT_X, link);
  }
}

@compute @workgroup_size(${COLOUR_THREADS})
fn finish(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  if (i >= PARTICLES) { return; }
  let p = position[i];
  if (p.w == 0.0) { return; }
  let x = tethered(i, p.xyz, task.substep);
  position[i] = vec4f(x, p.w);
  velocity[i] = finishedVelocity(velocity[i], x, predicted[i].xyz);
}
`;
