/** Records what a canvas shows as a video file. */

/** Formats in order of preference: what most programs play, then what every browser with a recorder writes. */
const FORMATS: readonly { readonly type: string; readonly ending: string }[] = [
  { type: 'video/mp4;codecs=avc1.640033', ending: 'mp4' },
  { type: 'video/webm;codecs=vp9', ending: 'webm' },
  { type: 'video/webm', ending: 'webm' },
  { type: 'video/mp4', ending: 'mp4' },
];

/** Bits per second. Flat colours with sharp edges show blocks at less. */
const BIT_RATE = 12e6;

/** Longest clip, s. The data is in memory until it is saved. */
const LONGEST_CLIP = 60;

export interface ClipEvents {
  /** Recording began or ended. */
  changed(): void;
  /** @param ending ending of a file name, without a dot */
  finished(video: Blob, ending: string): void;
  failed(sentence: string): void;
}

export class ClipRecorder {
  private readonly canvas: HTMLCanvasElement;
  private readonly events: ClipEvents;
  private recorder: MediaRecorder | null = null;
  private start = 0;

  constructor(canvas: HTMLCanvasElement, events: ClipEvents) {
    this.canvas = canvas;
    this.events = events;
  }

  /** Length of the clip so far, s; null while nothing is recorded. */
  get seconds(): number | null {
    return this.recorder === null ? null : (performance.now() - this.start) / 1000;
  }

  /** Ends the clip when it is as long as a clip can be. Call it in every frame. */
  update(): void {
    if ((this.seconds ?? 0) >= LONGEST_CLIP) this.stop();
  }

  toggle(): void {
    if (this.recorder === null) this.begin();
    else this.stop();
  }

  private begin(): void {
    const format = FORMATS.find(({ type }) => globalThis.MediaRecorder?.isTypeSupported(type));
    if (format === undefined || !('captureStream' in this.canvas)) {
      this.events.failed('This browser records no videos. Record the screen with your system instead.');
      return;
    }
    const stream = this.canvas.captureStream();
    const recorder = new MediaRecorder(stream, { mimeType: format.type, videoBitsPerSecond: BIT_RATE });
    const parts: Blob[] = [];
    recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));
    recorder.addEventListener('error', () => {
      this.events.failed('The browser could not go on recording: the clip ends here.');
    });
    // comes after an error too, with what was recorded before it
    recorder.addEventListener('stop', () => {
      for (const track of stream.getTracks()) track.stop();
      this.recorder = null;
      this.events.changed();
      const video = new Blob(parts, { type: recorder.mimeType });
      if (video.size > 0) this.events.finished(video, format.ending);
    });
    recorder.start();
    this.recorder = recorder;
    this.start = performance.now();
    this.events.changed();
  }

  private stop(): void {
    if (this.recorder?.state === 'recording') this.recorder.stop();
  }
}
