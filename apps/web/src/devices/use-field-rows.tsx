import type { MeterDetail } from '@nightflow/schemas/devices/meters'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { AccountLink } from '#devices/account-link.tsx'
import { InstantText } from '#ui/instant.tsx'
import { useResourceWords } from '#ui/resource/resource-words.ts'
import { useFormat } from '#ui/use-format.ts'

const named = { texts: 'devices', name: 'meters', calls: { dictionaries: { dataSource: 'meter_data_source' } } }

/** Fields of the device as rows of label and value; null where a field is not stated. */
export function useFieldRows({ fields, ...meter }: MeterDetail): [string, ReactNode][] {
  const { t } = useTranslation('devices')
  const words = useResourceWords(named)
  const format = useFormat()
  const cubicMetres = (litres: number | undefined): string | null => (litres === undefined ? null : `${format.cubicMetres(litres, 3)} m³`)
  const litres = (value: number | undefined): string | null => (value === undefined ? null : `${format.number(value)} L`)
  const peaks = [
    [fields.peak1Switch, fields.peak1Start, fields.peak1End, fields.peak1ZeroWaterLitres],
    [fields.peak2Switch, fields.peak2Start, fields.peak2End, fields.peak2ZeroWaterLitres],
    [fields.peak3Switch, fields.peak3Start, fields.peak3End, fields.peak3ZeroWaterLitres],
  ] as const
  return [
    [words.field('meterTypeName'), meter.meterTypeName],
    [words.field('meterGroupName'), meter.meterGroupName],
    [words.field('state'), words.word('state', meter.state).label],
    [words.field('stateSince'), <InstantText key="since" at={meter.stateSince} timeZone={meter.timeZone} />],
    [words.field('accountNo'), meter.accountNo && <AccountLink accountNo={meter.accountNo} />],
    [words.field('dataSource'), meter.dataSource && words.word('dataSource', meter.dataSource).label],
    [words.field('isTwoWay'), fields.isTwoWay ? t('detail.yes') : null],
    [words.field('imei'), fields.imei],
    [words.field('sim'), fields.sim],
    [words.field('storedOn'), fields.storedOn && format.day(fields.storedOn)],
    [words.field('initialRegisterLitres'), cubicMetres(fields.initialRegisterLitres)],
    [words.field('initialMechanicalLitres'), cubicMetres(fields.initialMechanicalLitres)],
    [words.field('zeroWaterThresholdLitres'), litres(fields.zeroWaterThresholdLitres)],
    ...peaks.map(([isOn, start, end, threshold], index): [string, ReactNode] => [
      words.field(`peak${index + 1}Switch`),
      start && end && [`${start}–${end}`, litres(threshold), isOn ? null : t('detail.off')].filter(Boolean).join(' · '),
    ]),
  ]
}
