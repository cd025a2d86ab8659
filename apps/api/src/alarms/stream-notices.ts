import { PassThrough } from 'node:stream'
import { streamNotice } from '@nightflow/schemas/alarms/stream-notice'
import { rejected } from '@nightflow/schemas/shared/rejections'
import { contextOfRequest } from '../http/context-of-request.ts'
import type { NoticeStream } from '../http/notice-streams.ts'
import { sendProblem } from '../http/problem.ts'
import { readRequest } from '../http/read-request.ts'
import type { Route } from '../http/serve.ts'

const eventStream = 'text/event-stream'
const notices = 'event: notices\ndata: {}\n\n'

/**
 * Events that say that the bell has changed, and nothing of what is in it: each person fetches the own bell. A client that does not accept a stream
 * gets one event.
 */
export const streamNotices: Route = {
  endpoint: streamNotice,
  serve: async (dependencies, request, reply) => {
    const { caller } = await contextOfRequest(dependencies, streamNotice, request)
    readRequest(streamNotice, request)
    const { tenant, userId, sessionId } = caller
    const isFollowing = request.headers.accept?.includes(eventStream) && userId !== null && caller.may('alarms:alarm:read')
    const asStream = () => reply.header('cache-control', 'private, no-store').header('x-accel-buffering', 'no').type(eventStream)
    if (!isFollowing) return asStream().send(notices)
    const body = new PassThrough()
    const stream: NoticeStream = {
      ...{ tenant, userId, sessionId },
      onChange: () => void body.write(notices),
      onBeat: () => void body.write(': beat\n\n'),
      onEnd: () => void body.end(),
    }
    if (!(await dependencies.noticeStreams.open(stream))) return sendProblem(request, reply, rejected('too-many-streams'))
    const leave = () => {
      dependencies.noticeStreams.close(stream)
      body.destroy()
    }
    // The client may have left while the stream was opened.
    if (reply.raw.destroyed) leave()
    reply.raw.once('close', leave)
    body.write(notices)
    return asStream().send(body)
  },
}
