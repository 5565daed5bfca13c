import { type Gpu, GpuUnavailableError, openGpu } from './gpu.js';

/** A demo. It belongs to one device and ends with it. */
export interface Demo {
  /** Advances by `seconds` (0..longestStep) and draws. */
  frame(seconds: number): void;
  /** Whether a frame after `seconds` would look like the last one. It is then left out, which saves the battery. */
  isStill(seconds: number): boolean;
}

export interface DemoLoop {
  readonly canvas: HTMLCanvasElement;
  /** Element for messages to the reader; hidden while there is none. */
  readonly message: HTMLElement;
  /** Creates the demo on a device: once at the start, and again after each loss. */
  readonly create: (gpu: Gpu) => Demo;
}

/** Maximum frame time in seconds; longer frames (a hidden tab) count as this long, so the demo pauses. */
const longestStep = 0.1;
/** If the device is lost this often within `lossWindow` milliseconds, the page reports it and stops. */
const mostLosses = 5;
const lossWindow = 10_000;

/**
 * Opens a device, creates the demo and draws it in every animation frame in which it changes. A lost device is replaced by a device of a
 * new adapter. `canvas.dataset.state` contains the state: `starting`, `running`, `lost` or `failed`.
 */
export async function runDemo({ canvas, message, create }: DemoLoop): Promise<void> {
  const say = (state: string, text: string) => {
    canvas.dataset.state = state;
    message.textContent = text;
    message.hidden = text === '';
  };
  const losses: number[] = [];
  for (;;) {
    say('starting', '');
    let gpu: Gpu;
    try {
      gpu = await openGpu(canvas);
    } catch (error) {
      if (!(error instanceof GpuUnavailableError)) throw error;
      say('failed', error.message);
      return;
    }
    gpu.device.addEventListener('uncapturederror', (event) => {
      say('failed', `The graphics device refused a command: ${event.error.message}`);
    });
    const stop = drawChanges(create(gpu), () => {
      if (canvas.dataset.state === 'starting') say('running', '');
    });
    const { message: reason } = await gpu.device.lost;
    stop();
    losses.push(performance.now());
    if (losses.filter((time) => time > performance.now() - lossWindow).length >= mostLosses) {
      say(
        'failed',
        `The graphics device was lost again and again (${reason}). Reload the page to try once more.`,
      );
      return;
    }
    say('lost', 'The graphics device was lost; opening another one …');
  }
}

function drawChanges(demo: Demo, onFrame: () => void): () => void {
  let before: number | undefined;
  let request = 0;
  let isAsked = true;
  // a browser may drop what a hidden tab shows
  const ask = () => {
    isAsked = true;
  };
  document.addEventListener('visibilitychange', ask);
  const frame = (now: number) => {
    request = requestAnimationFrame(frame);
    const seconds = before === undefined ? 0 : Math.min(longestStep, Math.max(0, (now - before) / 1000));
    before = now;
    if (!isAsked && demo.isStill(seconds)) return;
    isAsked = false;
    demo.frame(seconds);
    onFrame();
  };
  request = requestAnimationFrame(frame);
  return () => {
    cancelAnimationFrame(request);
    document.removeEventListener('visibilitychange', ask);
  };
}
