import { withScheme } from '@nightflow/domain/shared/assigned-schemes'
import { type AccountAgent, BillingSettings, type Enterprise, type Holder } from '@nightflow/schemas/customers/account'
import { AccountStatus } from '@nightflow/schemas/shared/account-status'
import { AssignedScheme } from '@nightflow/schemas/shared/assigned-scheme'
import type { HistoryPage } from '@nightflow/schemas/shared/history'
import { PersonId } from '@nightflow/schemas/shared/personal'
import type { Pool, PoolClient } from 'pg'
import { z } from 'zod'
import { defineEntity } from '../projector/entity.ts'
import { changesBetween, readHistory } from '../projector/entity-history.ts'

/** Personal values are in `persons`; here are the identifiers of the persons alone. */
const PartiesRow = z.object({
  holderId: PersonId,
  idType: z.string(),
  companyName: z.string().nullable(),
  creditCode: z.string().nullable(),
  legalRepresentativeId: PersonId.nullable(),
  agentId: PersonId.nullable(),
})
const MeterSpan = z.object({ meterNo: z.string(), from: z.string(), to: z.string().nullable() })

const Freeze = z.object({ isFrozen: z.boolean(), at: z.string() })

const Attachment = z.object({ attachmentId: z.uuid(), personId: PersonId, addedAt: z.string() })

const leakFacts = ({ meterNo, leakSince, litresPerHour }: { meterNo: string; leakSince: string; litresPerHour: number }) => ({
  meterNo,
  leakSince,
  litresPerHour,
})

/** The last message about a leak, and to whom. */
const LeakNotice = z.object({ meterNo: z.string(), leakSince: z.string(), personId: z.string(), at: z.string() })

const row = z.object({
  accountNo: z.string(),
  /** The log position of the opening: the same after every rebuild. */
  id: z.int(),
  status: AccountStatus,
  holderId: z.uuid(),
  meterNo: z.string().nullable(),
  /** The log position of the present meter's link: what was decided about an earlier link does not concern it. */
  linkPosition: z.int().nullable(),
  customerTypeId: z.int().nullable(),
  // Of the settings: a list that filters by them reads no whole rows.
  natureOfUse: z.string(),
  waterUse: z.string(),
  openedAt: z.iso.datetime(),
  /** Null for a number that was typed. */
  generatedNo: z.int().nullable(),
  parties: PartiesRow,
  settings: BillingSettings,
  /** In the order in which they were said; `assigned-schemes.ts` says which one counts on a day. */
  priceSchemes: z.array(AssignedScheme),
  meters: z.array(MeterSpan),
  /** When it was frozen and unfrozen, and when it went to another holder, the earliest first. */
  freezes: z.array(Freeze),
  transfers: z.array(z.string()),
  /** The holders, one after the other, the present one last. A contract's number is the place. */
  holders: z.array(PersonId),
  /** Newest last; what they are is with their files. */
  attachments: z.array(Attachment),
  searchText: z.string(),
  leakNotice: LeakNotice.nullable(),
  /** The holder who wants no messages about leaks. */
  leakNoticesStoppedFor: z.uuid().nullable(),
})
type Account = z.infer<typeof row>

/** Every account with its state, its settings and its meters. */
export const accounts = defineEntity({
  name: 'customers/accounts',
  version: 9,
  table: 'accounts',
  key: ['accountNo'],
  row,
  indexes: {
    id: '(tenant, id)',
    meter: '(tenant, meter_no, id) where meter_no is not null',
    number: '(tenant, account_no, id) include (customer_type_id, meter_no)',
    opened: '(tenant, opened_at, id)',
    status: '(tenant, status, id)',
    generated: '(tenant, generated_no) where generated_no is not null',
    // Row-level security permits no index for patterns. A search reads this one instead of whole rows.
    search:
      '(tenant, id) include (search_text, holder_id, status, customer_type_id, nature_of_use, water_use, meter_no, account_no, opened_at)',
  },
  evolve: {
    'customers.AccountOpened': (account, { data, position }) =>
      account ??
      withMeters({
        accountNo: data.accountNo,
        id: position,
        status: AccountStatus.enum.active,
        openedAt: data.openedAt,
        generatedNo: data.isGenerated && isCounted(data.accountNo) ? Number(data.accountNo) : null,
        ...partiesIn(data),
        ...settingsIn(data.settings),
        priceSchemes: [{ priceScheme: data.settings.priceScheme, effectiveFrom: null, at: data.openedAt, reason: null }],
        linkPosition: null,
        meters: [],
        freezes: [],
        transfers: [],
        holders: [data.holder.personId],
        attachments: [],
        leakNotice: null,
        leakNoticesStoppedFor: null,
      }),
    // In place of a person who was erased there is another one, of the same contract.
    'customers.AccountDetailsChanged': (account, { data }) =>
      account && withMeters({ ...account, ...partiesIn(data), holders: [...account.holders.slice(0, -1), data.holder.personId] }),
    'customers.BillingSettingsChanged': (account, { data: { settings, changedAt: at, reason } }) => {
      if (!account) return undefined
      const { priceScheme } = settings
      const isOther = priceScheme !== account.settings.priceScheme
      const priceSchemes = isOther
        ? withScheme(account.priceSchemes, { priceScheme, effectiveFrom: null, at, reason })
        : account.priceSchemes
      return { ...account, ...settingsIn(settings), priceSchemes }
    },
    'customers.PriceSchemeAssigned': (account, { data: { priceScheme, effectiveFrom, assignedAt: at, reason } }) =>
      account && { ...account, priceSchemes: withScheme(account.priceSchemes, { priceScheme, effectiveFrom, at, reason }) },
    'customers.AccountFrozen': (account, { data: { frozenAt: at } }) =>
      account && { ...account, status: AccountStatus.enum.frozen, freezes: [...account.freezes, { isFrozen: true, at }] },
    'customers.AccountUnfrozen': (account, { data: { unfrozenAt: at } }) =>
      account && { ...account, status: AccountStatus.enum.active, freezes: [...account.freezes, { isFrozen: false, at }] },
    'customers.AccountTransferred': (account, { data }) =>
      account &&
      withMeters({
        ...account,
        ...partiesIn(data),
        transfers: [...account.transfers, data.transferredAt],
        holders: [...account.holders, data.holder.personId],
      }),
    'customers.AccountCancelled': (account) => account && { ...account, status: AccountStatus.enum.cancelled },
    'customers.MeterLinked': (account, { data: { meterNo, linkedAt }, position }) =>
      account && withMeters({ ...account, linkPosition: position, meters: [...account.meters, { meterNo, from: linkedAt, to: null }] }),
    'customers.MeterUnlinked': (account, { data: { unlinkedAt } }) =>
      account &&
      withMeters({
        ...account,
        linkPosition: null,
        meters: account.meters.map((span) => (span.to === null ? { ...span, to: unlinkedAt } : span)),
      }),
    'customers.AttachmentAdded': (account, { data: { attachmentId, personId, addedAt } }) =>
      account && { ...account, attachments: [...account.attachments, { attachmentId, personId, addedAt }] },
    'customers.AttachmentRemoved': (account, { data: { attachmentId } }) =>
      account && { ...account, attachments: account.attachments.filter((attachment) => attachment.attachmentId !== attachmentId) },
    'customers.LeakNoticeSent': (account, { data: { meterNo, leakSince, personId, at } }) =>
      account && { ...account, leakNotice: { meterNo, leakSince, personId, at } },
    'customers.LeakNoticesStopped': (account, { data: { personId } }) => account && { ...account, leakNoticesStoppedFor: personId },
    'customers.LeakNoticesAllowed': (account) => account && { ...account, leakNoticesStoppedFor: null },
  },
  history: {
    sentences: 'customers:account',
    steps: {
      // Dates are those of the facts: an account that was opened years ago is imported today.
      'customers.AccountOpened': { step: 'opened', tell: ({ data: { openedAt } }) => ({ at: openedAt }) },
      'customers.AccountDetailsChanged': {
        step: 'detailsChanged',
        tell: ({ data: { reason } }, { before, after }) => ({
          note: reason,
          changes: changesBetween(before?.parties ?? {}, after.parties, ['idType', 'companyName', 'creditCode']),
        }),
      },
      'customers.BillingSettingsChanged': {
        step: 'settingsChanged',
        tell: ({ data: { reason } }, { before, after }) => ({
          note: reason,
          changes: changesBetween(before?.settings ?? {}, after.settings, Object.keys(BillingSettings.shape)),
        }),
      },
      'customers.PriceSchemeAssigned': [
        {
          step: 'priceSchemeAssigned',
          tell: ({ data: { priceScheme, effectiveFrom, reason } }) =>
            priceScheme === null ? undefined : { note: reason, facts: { priceScheme, effectiveFrom } },
        },
        {
          step: 'priceSchemeEnded',
          tell: ({ data: { priceScheme, effectiveFrom, reason } }) =>
            priceScheme === null ? { note: reason, facts: { effectiveFrom } } : undefined,
        },
      ],
      'customers.AccountFrozen': { step: 'frozen', tell: ({ data: { frozenAt } }) => ({ at: frozenAt }) },
      'customers.AccountUnfrozen': { step: 'unfrozen', tell: ({ data: { unfrozenAt } }) => ({ at: unfrozenAt }) },
      'customers.AccountTransferred': {
        step: 'transferred',
        tell: ({ data: { closing, transferredAt } }) => ({ at: transferredAt, facts: { closingLitres: closing?.registerLitres ?? null } }),
      },
      'customers.AccountCancelled': { step: 'cancelled', tell: ({ data: { cancelledAt } }) => ({ at: cancelledAt }) },
      'customers.LeakNoticeSent': [
        {
          step: 'leakNoticeSent',
          tell: ({ data }) => (data.isLeakSinceLeast ? undefined : { facts: leakFacts(data) }),
        },
        {
          step: 'leakNoticeAtLeast',
          tell: ({ data }) => (data.isLeakSinceLeast ? { facts: leakFacts(data) } : undefined),
        },
      ],
      'customers.LeakNoticesStopped': { step: 'leakNoticesStopped' },
      'customers.LeakNoticesAllowed': { step: 'leakNoticesAllowed' },
      'customers.AttachmentAdded': { step: 'attachmentAdded' },
      'customers.AttachmentRemoved': { step: 'attachmentRemoved' },
      'customers.MeterLinked': { step: 'meterLinked', tell: ({ data: { meterNo, linkedAt } }) => ({ at: linkedAt, facts: { meterNo } }) },
      'customers.MeterUnlinked': {
        step: 'meterUnlinked',
        tell: ({ data: { meterNo, registerLitres, unlinkedAt } }) => ({
          at: unlinkedAt,
          facts: { meterNo, closingLitres: registerLitres },
        }),
      },
    },
  },
})

/** A number of digits that a counter can have reached: any other one in an event is only a name. */
const isCounted = (accountNo: string): boolean => /^\d{1,15}$/.test(accountNo)

type PartiesOfEvent = { holder: Holder; enterprise: Enterprise | null; agent: AccountAgent | null }

const partiesIn = ({ holder, enterprise, agent }: PartiesOfEvent): Pick<Account, 'holderId' | 'parties'> => ({
  holderId: holder.personId,
  parties: {
    holderId: holder.personId,
    idType: holder.idType,
    companyName: enterprise?.companyName ?? null,
    creditCode: enterprise?.creditCode ?? null,
    legalRepresentativeId: enterprise?.personId ?? null,
    agentId: agent?.personId ?? null,
  },
})

const settingsIn = (settings: BillingSettings): Pick<Account, 'customerTypeId' | 'natureOfUse' | 'waterUse' | 'settings'> => ({
  customerTypeId: settings.customerTypeId,
  natureOfUse: settings.natureOfUse,
  waterUse: settings.waterUse,
  settings,
})

/** The parts of a search text are in lines of their own, so that no match goes across them. */
const withMeters = (account: Omit<Account, 'meterNo' | 'searchText'>): Account => {
  const meterNo = account.meters.find(({ to }) => to === null)?.meterNo ?? null
  const texts = [account.accountNo, meterNo, account.parties.companyName]
  return { ...account, meterNo, searchText: texts.filter(Boolean).join('\n').toLowerCase() }
}

/** Whose files are attached to an account, oldest first; undefined where there is no such account. */
export const attachmentsOf = async (
  database: PoolClient,
  accountNo: string,
): Promise<{ holderId: string; attachments: Account['attachments'] } | undefined> => {
  const { rows } = await database.query<{ holderId: string; attachments: Account['attachments'] }>(
    'select holder_id as "holderId", attachments from views.accounts where account_no = $1',
    [accountNo],
  )
  return rows[0]
}

/** The history of an account, newest first; undefined where there is none. */
export const accountHistory = async (database: PoolClient, { accountNo, ...page }: HistoryPage & { accountNo: string }) => {
  const known = await database.query('select from views.accounts where account_no = $1', [accountNo])
  return known.rowCount === 0 ? undefined : readHistory(database, accounts.entity, { accountNo }, page)
}

/** The state of an account; undefined where there is none. */
export const statusOfAccount = async (database: PoolClient, accountNo: string): Promise<Account['status'] | undefined> =>
  (await database.query<{ status: Account['status'] }>('select status from views.accounts where account_no = $1', [accountNo])).rows[0]
    ?.status

/** The most that one recharge of an account may be; null without a limit. */
export const purchaseLimitOf = async (database: PoolClient, accountNo: string): Promise<number | null> =>
  (
    await database.query<{ purchaseLimitMinor: number | null }>(
      `select (settings->>'purchaseLimitMinor')::float8 as "purchaseLimitMinor" from views.accounts where account_no = $1`,
      [accountNo],
    )
  ).rows[0]?.purchaseLimitMinor ?? null

/** The account of the reader's tenant that has this meter now. */
export const accountWithMeter = async (database: PoolClient, meterNo: string): Promise<string | undefined> =>
  (await database.query<Numbered>('select account_no from views.accounts where meter_no = $1 limit 1', [meterNo])).rows[0]?.account_no

/** The same for what works for all tenants; `linkedBefore` a position of the log. */
export const accountOfMeter = async (
  pool: Pool,
  tenant: string,
  meterNo: string,
  linkedBefore = Number.MAX_SAFE_INTEGER,
): Promise<string | undefined> => {
  const { rows } = await pool.query<Numbered>(
    'select account_no from views.accounts where tenant = $1 and meter_no = $2 and link_position < $3 limit 1',
    [tenant, meterNo, linkedBefore],
  )
  return rows[0]?.account_no
}

type Numbered = { account_no: string }

/** The highest number that was counted up; 0 before the first. */
export const lastGeneratedNumber = async (database: PoolClient): Promise<number> => {
  const { rows } = await database.query<{ last: number }>(
    'select coalesce(max(generated_no), 0)::float8 as last from views.accounts where generated_no is not null',
  )
  return rows[0]!.last
}
