import type { Papers } from '@nightflow/domain/billing/papers'
import type { EventLog } from '@nightflow/event-log/event-log'
import { JobEnds } from '@nightflow/platform/jobs/job-ends'
import { OperationRows } from '@nightflow/platform/operations/operation-rows'
import { LiveSessions } from '@nightflow/platform/sign-in/live-sessions'
import { SealedPasswords } from '@nightflow/platform/sign-in/sealed-passwords'
import { alarmMarkers } from '@nightflow/projections/alarms/alarm-markers'
import { payOrderMarkers } from '@nightflow/projections/payments/pay-order-markers'
import type { Pool } from 'pg'
import { Background } from './http/background.ts'
import { NoticeStreams } from './http/notice-streams.ts'
import { PayStreams } from './http/pay-streams.ts'
import { Queues } from './http/queues.ts'
import { RefusalLog } from './http/refusal-log.ts'
import type { Dependencies, OnRead } from './http/request-context.ts'
import { Exports } from './resource/exports.ts'

export type DependencyOptions = {
  /** Of the service; requests run under their own role on its connections. */
  pool: Pool
  log: EventLog
  /** From `loadTokenSecret`, so that the command line's tokens are good here too. */
  tokenSecret: string
  viewWaitMilliseconds?: number
  onRead?: OnRead
  papers?: Papers
  vending?: Dependencies['vending']
}

/** Shared by the requests and the jobs of one process. */
export const dependenciesOf = ({
  pool,
  log,
  tokenSecret,
  viewWaitMilliseconds = 5000,
  onRead,
  papers,
  vending,
}: DependencyOptions): Dependencies => {
  const sessions = new LiveSessions(pool)
  return {
    ...{ pool, log, tokenSecret, viewWaitMilliseconds, onRead, papers, vending },
    servicePool: pool,
    background: new Background(),
    sessions,
    sealedPasswords: new SealedPasswords(pool),
    exports: new Exports(),
    jobEnds: new JobEnds(pool),
    noticeStreams: new NoticeStreams(sessions, (tenants) => alarmMarkers(pool, tenants)),
    payStreams: new PayStreams((orders) => payOrderMarkers(pool, orders)),
    queues: new Queues(pool.options.max),
    refusals: new RefusalLog(),
    operations: new OperationRows(pool),
  }
}
