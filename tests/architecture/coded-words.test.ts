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

/** Files and folders with short quoted texts that are no codes of an enumeration, by what the texts are. */
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
  'algorithms and classes by the numbers of IEC 62055-41': [
    'apps/cli/src/prepaid/',
    'apps/cli/src/sts-commands.ts',
    'apps/server/src/sealed-vending-keys.ts',
    'benchmarks/src/prepaid.ts',
    'domain/src/prepaid/sts/',
  ],
  'drawings, barcodes and keys': [
    'apps/worker/src/pdf/qr-code.ts',
    'apps/web/src/metering/round/keypad.tsx',
    'apps/web/src/ui/figure.tsx',
    'apps/web/src/ui/map/map-view.tsx',
  ],
}
const excepted = Object.values(others).flat()
const files = productFiles()

describe('codes are words in code', () => {
  test('beside the declaration of their enumeration; write the word, as in `BillStatus.enum.unpaid`', () => {
    const coded = files.filter((path) => !excepted.some((each) => path.startsWith(each)))
    expect(coded.flatMap((path) => bareCodes(path))).toEqual([])
  })

  test('and a file without such a text leaves the list', () => {
    const isOver = (each: string): boolean => !files.some((path) => path.startsWith(each) && bareCodes(path).length > 0)
    expect(excepted.filter(isOver)).toEqual([])
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

/** Values of the enumeration within optional, default and the like. */
const valuesOf = (schema: z.ZodType): readonly string[] | undefined => {
  if (schema instanceof z.ZodEnum) return schema.options.map(String)
  return 'unwrap' in schema ? valuesOf((schema.unwrap as () => z.ZodType)()) : undefined
}

test('dictionaries have the values of the enumerations that they name', () => {
  const named: readonly { dictionary?: string; schema: z.ZodType }[] = [
    ...Object.values(resources).flatMap(({ fields }) => Object.values(fields as Record<string, Field>)),
    { dictionary: accountDictionaries.status, schema: AccountStatus },
    { dictionary: accountDictionaries.natureOfUse, schema: NatureOfUse },
    { dictionary: accountDictionaries.waterUse, schema: WaterUse },
    { dictionary: accountDictionaries.businessMode, schema: BusinessMode },
    { dictionary: accountDictionaries.payChannel, schema: PayChannel },
    { dictionary: accountDictionaries.idType, schema: IdType },
    { dictionary: alarmDictionaries.eventType, schema: AlarmEvent },
    { dictionary: alarmDictionaries.alarmStatus, schema: AlarmStatus },
  ]
  const dictionaries = new Map(allContexts.flatMap((context) => context.dictionaries ?? []).map((each) => [each.dictType, each.entries]))
  // Reports of the ledger add a row of the total.
  const wordsOf = (dictionary: string) =>
    dictionaries
      .get(dictionary)
      ?.map(({ value }) => value)
      .filter((value) => value !== 'total')
  const compared = named.flatMap(({ dictionary, schema }) => {
    const values = valuesOf(schema)
    return dictionary && values ? [{ dictionary, values: [...values].sort(), words: wordsOf(dictionary)?.sort() }] : []
  })
  expect(compared.length).toBeGreaterThan(60)
  expect(compared.filter(({ values, words }) => String(values) !== String(words))).toEqual([])
})
