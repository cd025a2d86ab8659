import { type Requester, TenantQueue } from './tenant-queue.ts'

export const requesterOf = ({ caller }: { caller: { tenant: string; username: string } }): Requester => ({
  tenant: caller.tenant,
  person: caller.username,
})

/** People wait for it in front of a screen. */
const patienceMilliseconds = 30_000

/**
 * The queues of one process, each in fair shares between tenants and between the people of a tenant. Work takes its turn of the scarcer queue
 * first and then the command's: nothing that all tenants share is held by work that waits for something scarcer.
 */
export class Queues {
  /** Commands under way. Those that change nothing but the event log share their statements, so the more of them the fewer for each. */
  readonly commands: TenantQueue
  /** Commands that hold a transaction: at most half of the pool, because a command may read beside it. A command waits for it within its place above. */
  readonly transactions: TenantQueue
  /** Spreadsheets, bank files and map layers, each read in a thread of its own. The place is taken before the body is read. */
  readonly files = new TenantQueue(
    { running: { person: 1, tenant: 1, process: 2 }, held: { person: 3, tenant: 12, process: 40 }, patienceMilliseconds },
    'too-many-imports',
  )
  /** Pictures: small, and a round without a network sends dozens of them at once. */
  readonly pictures = new TenantQueue(
    {
      running: { person: 2, tenant: 2, process: 3 },
      held: { person: 16, tenant: 48, process: 80 },
      patienceMilliseconds,
      retryAfterSeconds: 5,
    },
    'too-fast',
  )
  /** Imports and previews whose rows are checked and written while the sender waits. */
  readonly imports = new TenantQueue(
    { running: { person: 1, tenant: 1, process: 2 }, held: { person: 3, tenant: 12, process: 40 }, patienceMilliseconds },
    'too-many-imports',
  )
  /** `connections` is the size of the pool. */
  constructor(connections: number) {
    const held = { person: 300, tenant: 500, process: 1_500 }
    const queueOf = (process: number): TenantQueue => {
      // A quarter of the places is left for tenants that have none; a single client sends commands side by side.
      const tenant = process - Math.max(1, Math.floor(process / 4))
      return new TenantQueue({ running: { person: tenant, tenant, process }, held, patienceMilliseconds, retryAfterSeconds: 2 }, 'too-fast')
    }
    this.commands = queueOf(Math.max(8, connections * 2))
    this.transactions = queueOf(Math.max(2, Math.floor(connections / 2)))
  }
}
