import { defaultNumbering, Numbering } from '@nightflow/schemas/shared/numbering'
import { describe, expect, it } from 'vitest'
import { documentNumber } from './document-number.ts'

describe('the number of a document', () => {
  it('has kind, year and place in the year, in the form that the tenant chose', () => {
    const place = { kind: 'invoice', year: 2026, sequence: 12 } as const
    expect(documentNumber({ ...place, numbering: defaultNumbering })).toBe('INV-2026-000012')
    expect(documentNumber({ ...place, numbering: 'YEAR/KINDNUMBER', kind: 'creditNote' })).toBe('2026/CN000012')
    expect(documentNumber({ ...place, numbering: defaultNumbering, sequence: 1_234_567 })).toBe('INV-2026-1234567')
  })

  it.each(['YEAR-NUMBER', 'KINDYEARNUMBERNUMBER', 'KINDKINDYEARNUMBER', 'INV-1', 'KIND-YEAR-NUMBER<b>', 'KIND-JAHR-NUMBER'])(
    'would not be unique or printable in the form %s, which is refused',
    (numbering) => expect(Numbering.safeParse(numbering).success).toBe(false),
  )

  it.each([defaultNumbering, 'W YEAR.KIND.NUMBER', 'NUMBERKINDYEAR'])('may have the form %s', (numbering) =>
    expect(Numbering.safeParse(numbering).success).toBe(true),
  )
})
