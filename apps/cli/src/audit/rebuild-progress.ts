import { openProgress, type Progress } from '@nightflow/server/progress'

type Report = { done: number; total: number; phase: 'replay' | 'swap' | 'chains' | 'compare' }

const labels: Record<Report['phase'], string> = {
  chains: 'Checking hash chains',
  replay: 'Rebuilding the read models',
  swap: 'Swapping',
  compare: 'Comparing rows',
}

/** One progress bar for each phase of a replay or a verification. */
export const showRebuild = (): { onProgress: (report: Report) => void; end: () => void } => {
  let phase: Report['phase'] | undefined
  let progress: Progress | undefined
  return {
    onProgress: (report) => {
      if (report.phase !== phase) {
        progress?.end()
        phase = report.phase
        progress = openProgress(labels[phase], report.total, 'events')
      }
      progress?.update(report.done)
    },
    end: () => progress?.end(),
  }
}
