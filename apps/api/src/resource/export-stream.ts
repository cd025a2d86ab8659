import { rejected } from '@nightflow/schemas/shared/rejections'
import type { FastifyReply } from 'fastify'
import type { Row } from '../http/pages.ts'
import { ProblemError } from '../http/problem.ts'
import { requesterOf } from '../http/queues.ts'
import type { RequestContext } from '../http/request-context.ts'

/** A reader that takes nothing for so long has left without a farewell. */
const stallMillisecondsMax = 60_000

type ExportStream = {
  /** The same caller, whose reads take turns with those of other streams. */
  context: RequestContext
  /** The pages, for as long as the client takes them. */
  watch: (pages: AsyncIterable<readonly Row[]>) => AsyncGenerator<readonly Row[]>
}

/** Waits for the turn of a CSV or Arrow export; its place is given back when the answer ends or the client leaves. */
export const openExportStream = async (context: RequestContext, reply: FastifyReply): Promise<ExportStream> => {
  const signal = whenLeft(reply)
  const place = context.exports.streams.reserve(requesterOf(context))
  for (const event of ['finish', 'close'] as const) reply.raw.once(event, place.leave)
  await place.turn(signal)
  return {
    context: { ...context, read: (work) => context.exports.pages.take(() => context.read(work)) },
    watch: async function* (pages) {
      for await (const page of pages) {
        signal.throwIfAborted()
        const stalled = setTimeout(() => reply.raw.destroy(), stallMillisecondsMax)
        try {
          yield page
        } finally {
          clearTimeout(stalled)
        }
      }
    },
  }
}

/** Aborts when the connection closes before the whole answer was sent. */
export const whenLeft = (reply: FastifyReply): AbortSignal => {
  const leaving = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) leaving.abort(new ProblemError(rejected('unavailable'), { detail: 'The client left.' }))
  })
  return leaving.signal
}
