import type { Mark } from '@nightflow/schemas/leakage/investigation'
import { resources } from '@nightflow/schemas/resources'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ScreenLink } from '#shell/screen-link.tsx'
import { useResourceWords } from '#ui/resource/resource-words.ts'
import { useAlarmLabel } from '#ui/use-alarm-label.ts'
import { useFormat } from '#ui/use-format.ts'

const orderWords = { texts: 'work-orders', name: 'workOrder', calls: { dictionaries: resources.workOrders.dictionaries } }
const caseWords = { texts: 'work-orders', name: 'leakCase', calls: { dictionaries: resources.leakCases.dictionaries } }

/** A mark in one line. */
export function useMarkText(): (mark: Mark) => string {
  const { t } = useTranslation('leakage')
  const format = useFormat()
  const alarmLabel = useAlarmLabel()
  const orders = useResourceWords(orderWords)
  const cases = useResourceWords(caseWords)
  const flow = (litres: number | null) => (litres === null ? null : `${format.cubicMetres(litres, 2)} m³/h`)
  const joined = (...parts: (string | null)[]) => parts.filter(Boolean).join(' · ')
  return (mark) => {
    switch (mark.kind) {
      case 'annotation':
        return mark.remark
      case 'detection':
        return joined(t(`dashboard:home.leak.kind.${mark.detection}`), flow(mark.flowLitresPerHour))
      case 'alarm':
        return joined(alarmLabel(mark.eventType), mark.meterNo)
      case 'case':
        return joined(
          mark.outcome === null ? cases.word('stage', mark.stage).label : cases.word('outcome', mark.outcome).label,
          flow(mark.flowLitresPerHour),
        )
      case 'order':
        return joined(mark.orderTitle, orders.word('status', mark.status).label)
      case 'valve':
        return joined(t(`investigation.valve.${mark.position}`), mark.meterNo, t(`investigation.operation.${mark.status}`))
      case 'exchange':
        return t('investigation.exchanged', { meter: mark.meterNo, by: mark.replacedBy })
      case 'correction':
        return t('investigation.corrected', {
          meter: mark.meterNo,
          measured: mark.measuredLitres === null ? '–' : format.cubicMetres(mark.measuredLitres, 2),
          stated: format.cubicMetres(mark.statedLitres, 2),
        })
      case 'tariff':
        return t('investigation.priced', { name: mark.priceSchemeName, version: mark.version })
    }
  }
}

/** A link to the screen that a mark comes from. */
export function MarkLink({ mark, children }: { mark: Mark; children: ReactNode }) {
  const place = screenOfMark(mark)
  return (
    <ScreenLink {...place} className="nf-link">
      {children}
    </ScreenLink>
  )
}

const screenOfMark = (mark: Mark): { screen: string; params?: Record<string, string>; search?: Record<string, unknown> } => {
  switch (mark.kind) {
    case 'annotation':
      return { screen: 'leakage/annotation', search: { row: String(mark.number) } }
    case 'detection':
      return { screen: 'leakage/detections' }
    case 'alarm':
      return { screen: 'alarms/index', search: { alarm: String(mark.number) } }
    case 'case':
      return { screen: 'work-orders/leak-cases', search: { row: String(mark.number) } }
    case 'order':
      return { screen: 'work-orders/work-orders', search: { row: String(mark.number) } }
    case 'tariff':
      return { screen: 'billing/price-schemes', search: { row: String(mark.number) } }
    case 'valve':
    case 'exchange':
      return { screen: 'devices/meter', params: { number: mark.meterNo } }
    case 'correction':
      return { screen: 'devices/meter', params: { number: mark.meterNo }, search: { from: mark.day, to: mark.day } }
  }
}
