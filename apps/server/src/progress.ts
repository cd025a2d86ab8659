import { Presets, SingleBar } from 'cli-progress'

export type Progress = { update(done: number): void; end(note?: string): void }

const plainLineMilliseconds = 5_000

/** A bar on a terminal; elsewhere a line now and then, so that logs stay readable. Writes to standard error: standard output is for results. */
export const openProgress = (label: string, total: number, unit: string): Progress =>
  process.stderr.isTTY ? openBar(label, total, unit) : openLines(label, total, unit)

const openBar = (label: string, total: number, unit: string): Progress => {
  const bar = new SingleBar(
    {
      format: `${label} {bar} {percentage}% {value}/{total} ${unit}, {eta_formatted} left`,
      hideCursor: true,
      stopOnComplete: false,
      etaBuffer: 50,
    },
    Presets.shades_classic,
  )
  bar.start(total, 0)
  return {
    update: (done) => bar.update(Math.min(done, total)),
    end: (note) => {
      bar.stop()
      if (note) process.stderr.write(`${note}\n`)
    },
  }
}

const openLines = (label: string, total: number, unit: string): Progress => {
  let said = performance.now()
  let latest = 0
  const say = (): void => {
    said = performance.now()
    const percent = total > 0 ? Math.floor((100 * Math.min(latest, total)) / total) : 100
    process.stderr.write(`${label}: ${percent} % (${latest} of ${total} ${unit})\n`)
  }
  return {
    update: (done) => {
      latest = done
      if (performance.now() - said >= plainLineMilliseconds) say()
    },
    end: (note) => {
      say()
      if (note) process.stderr.write(`${note}\n`)
    },
  }
}
