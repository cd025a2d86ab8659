import { findJob, listJobs } from '@nightflow/platform/jobs/jobs'
import { listMoneyProofs, listProofDifferences } from '@nightflow/platform/jobs/money-proofs'
import { findEvent, listEvents, listStreams, scanStreams } from '@nightflow/projections/audit/log-queries'
import * as audit from '@nightflow/schemas/audit/endpoints'
import * as proofs from '@nightflow/schemas/audit/money-proof'
import { pagesAfter, pagesInOrder } from '../http/pages.ts'
import { ask, command, query, type Route } from '../http/serve.ts'
import { spreadsheet } from '../resource/export-routes.ts'
import { listDeadLetters, retryDeadLetter } from './dead-letters.ts'
import { retryAllSetAside, retryOneSetAside, startJob } from './jobs.ts'
import { startMoneyProof } from './money-proofs.ts'
import { revealEvent } from './reveal-event.ts'
import { listSetAsideEvents } from './set-aside-events.ts'

export const auditRoutes: readonly Route[] = [
  ask(
    audit.listStreams,
    (request, { log, read }) => read((database) => listStreams(database, log.engine, request)),
    pagesInOrder(500, 'stream'),
  ),
  spreadsheet(audit.exportStreams, async (request, context) => ({
    fileName: 'streams.xlsx',
    wording: request,
    rows: (database) => scanStreams(database, context.log.engine, request),
  })),
  ask(audit.listEvents, (request, { log, read }) => read((database) => listEvents(database, log.engine, request))),
  ask(audit.findEvent, (request, { log, read }) => findEvent(read, log, { ...request, isRevealed: false })),
  command(audit.revealEvent, revealEvent),
  command(audit.startJob, startJob),
  query(audit.listJobs, listJobs),
  query(audit.findJob, findJob),
  command(proofs.startMoneyProof, startMoneyProof),
  query(proofs.listMoneyProofs, listMoneyProofs),
  query(proofs.listProofDifferences, listProofDifferences),
  query(
    audit.listSetAsideEvents,
    listSetAsideEvents,
    pagesAfter(200, ({ position }) => ({ after: position as number })),
  ),
  command(audit.retrySetAsideEvents, retryAllSetAside),
  command(audit.retrySetAsideEvent, retryOneSetAside),
  query(audit.listDeadLetters, listDeadLetters),
  command(audit.retryDeadLetter, retryDeadLetter),
]
