import { AlarmEvent, AlarmStatus, alarmDictionaries } from '@nightflow/schemas/alarms/alarm'
import { allContexts } from '@nightflow/schemas/contexts'
import { accountDictionaries, BusinessMode, IdType, NatureOfUse, PayChannel, WaterUse } from '@nightflow/schemas/customers/account'
import { resources } from '@nightflow/schemas/resources'
import { AccountStatus } from '@nightflow/schemas/shared/account-status'
import type { Field } from '@nightflow/schemas/shared/resource'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { bareCodes } from './bare-codes.ts'
import { productFiles } from './source-files.ts'

/** Short quoted texts that are no codes of an enumeration, by what they are. */
const others: Readonly<Record<string, readonly string[]>> = {
  'options of programs': [
    'apps/server/src/embedded-postgres-settings.ts',
    'apps/server/src/postgres-cluster.ts',
    'benchmarks/src/bench.ts',
    'benchmarks/src/kafka.ts',
  ],
  'marks of MT940 and of the payment slip': [
    'apps/simulator/src/bill-accounts.ts',
    'domain/src/billing/payment-slip.ts',
    'domain/src/billing/read-mt940.ts',
  ],
  'words and digits of devices': [
    'ingest/src/network-servers/codecs/kamstrup-mbus.ts',
    'ingest/src/network-servers/flag-words.ts',
    'ingest/src/network-servers/source-instant.ts',
  ],
  'digits of dates and times': [
    'apps/web/src/ui/chart/time-labels.ts',
    'domain/src/shared/local-time.ts',
    'projections/src/joined/changed-bills.ts',
    'schemas/src/shared/lists.ts',
  ],
  'numbers before the first, as texts': [
    'policies/src/metering/assess-meters.ts',
    'policies/src/metering/validate-days.ts',
    'projections/src/metering/merge-readings.ts',
    'schemas/src/platform/default-parameters.ts',
  ],
  'values of addresses, cookies, documents and clients': [
    'apps/api/src/http/describe-api.ts',
    'apps/web/src/shell/use-sidebar.ts',
    'schemas/src/platform/file-calls.ts',
    'schemas/src/platform/session-calls.ts',
  ],
  'drawings, barcodes and keys': [
    'apps/api/src/pdf/qr-code.ts',
    'apps/web/src/metering/round/keypad.tsx',
    'apps/web/src/ui/figure.tsx',
    'apps/web/src/ui/map/map-view.tsx',
  ],
}
const excepted = Object.values(others).flat()

describe('codes are words in code', () => {
  test('beside the declaration of their enumeration; write the word, as in `BillStatus.enum.unpaid`', () => {
    const found = productFiles().flatMap((path) => (excepted.includes(path) ? [] : bareCodes(path)))
    expect(found).toEqual([])
  })

  test('and a file without such a text leaves the list', () => {
    expect(excepted.filter((path) => bareCodes(path).length === 0)).toEqual([])
  })

  test.each([
    ['a comparison', `if (status === '0') return`],
    ['a value', `const bill = { status: '1' as const }`],
    ['a type', `type Bill = { kind: '1' | '2' }`],
    ['a statement', `const sql = \`where status in ('0', '1')\``],
    ['an argument', `transaction('11', event)`],
  ])('%s with a code is found', (_, text) => {
    expect(bareCodes('bill.ts', text)).toEqual([`bill.ts:1: ${text}`])
  })

  test('a declaration is not', () => {
    expect(bareCodes('bill.ts', `const BillStatus = z.enum({ unpaid: '0', paid: '1' })\nentry('0', 'Unpaid')`)).toEqual([])
  })
})

/** The enumeration within optional, default and the like. */
const optionsOf = (schema: z.ZodType): readonly string[] | undefined => {
  if (schema instanceof z.ZodEnum) return schema.options.map(String)
  return 'unwrap' in schema ? optionsOf((schema.unwrap as () => z.ZodType)()) : undefined
}

describe('dictionaries have the values of their enumerations', () => {
  const dictionaries = new Map(allContexts.flatMap((context) => context.dictionaries ?? []).map((each) => [each.dictType, each.entries]))
  const fields = Object.values(resources).flatMap(({ fields }) => Object.values(fields as Record<string, Field>))
  const named: readonly (readonly [string, z.ZodType])[] = [
    ...fields.flatMap(({ dictionary, schema }) => (dictionary === undefined ? [] : [[dictionary, schema] as const])),
    [accountDictionaries.status, AccountStatus],
    [accountDictionaries.natureOfUse, NatureOfUse],
    [accountDictionaries.waterUse, WaterUse],
    [accountDictionaries.businessMode, BusinessMode],
    [accountDictionaries.payChannel, PayChannel],
    [accountDictionaries.idType, IdType],
    [alarmDictionaries.eventType, AlarmEvent],
    [alarmDictionaries.alarmStatus, AlarmStatus],
  ]
  const coded = named.flatMap(([dictionary, schema]) => {
    const options = optionsOf(schema)
    return options ? [[dictionary, options] as const] : []
  })

  test.each(coded)('%s', (dictionary, options) => {
    expect(
      dictionaries
        .get(dictionary)!
        .map(({ value }) => value)
        .sort(),
    ).toEqual([...options].sort())
  })
})
