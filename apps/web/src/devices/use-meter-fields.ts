import { MeterDataSource } from '@nightflow/schemas/devices/meter-fields'
import type { FieldChoice } from '#ui/form/form-fields.ts'
import { useResourceWords } from '#ui/resource/resource-words.ts'
import { useMeterLists } from '#ui/use-meter-lists.ts'

const litresPerCubicMetre = 1000
const half = { isHalf: true } as const
const cubicMetres = { unit: 'm³', factor: litresPerCubicMetre, ...half } as const

const named = { texts: 'devices', name: 'meters', calls: { dictionaries: { dataSource: 'meter_data_source' } } }

const period = (nth: 1 | 2 | 3): Omit<FieldChoice, 'label'>[] => [
  { name: `peak${nth}Switch`, ...half },
  { name: `peak${nth}ZeroWaterLitres`, unit: 'L', ...half },
  { name: `peak${nth}Start`, placeholder: '06:30', ...half },
  { name: `peak${nth}End`, placeholder: '09:00', ...half },
]

/** The fields of the device in a form, beside name, place and rules; `mechanical` is how the form takes the dial. */
export function useMeterFields(mechanical: 'initialMechanicalLitres' | 'initialMechanicalDial'): FieldChoice[] {
  const words = useResourceWords(named)
  const { types } = useMeterLists()
  const declared: Omit<FieldChoice, 'label'>[] = [
    { name: 'meterTypeId', choices: types, ...half },
    {
      name: 'dataSource',
      optionLabels: Object.fromEntries(MeterDataSource.options.map((value) => [value, words.word('dataSource', value).label])),
      ...half,
    },
    { name: 'isTwoWay' },
    { name: 'imei', ...half },
    { name: 'sim', ...half },
    { name: 'initialRegisterLitres', ...cubicMetres },
    mechanical === 'initialMechanicalLitres' ? { name: mechanical, ...cubicMetres } : { name: mechanical, ...half },
    { name: 'storedOn', ...half },
    { name: 'zeroWaterThresholdLitres', unit: 'L', ...half },
    ...period(1),
    ...period(2),
    ...period(3),
  ]
  return declared.map((field) => ({ ...field, label: words.field(field.name), description: words.hint(field.name) }))
}
