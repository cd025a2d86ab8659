import { Group } from '@mantine/core'
import { orderSheet } from '@nightflow/schemas/work-orders/order-sheet'
import { IconPrinter } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { download } from '#api/download.ts'
import { usePlaceOf } from '#shell/screen-link.tsx'
import { LanguageMenu } from '#ui/language-menu.tsx'
import { useMayDo } from '#ui/use-may-do.ts'

/** Saves the sheet of an order for the crew as PDF. Its code opens the order where this browser has it. */
export function OrderSheetMenu({ workOrderNo }: { workOrderNo: number }) {
  const { t } = useTranslation('work-orders')
  const mayDo = useMayDo()
  const place = usePlaceOf()('work-orders/work-orders')
  if (!mayDo(orderSheet)) return null
  const address = place === undefined ? undefined : `${globalThis.location.origin}${place}?row=${workOrderNo}`
  return (
    <Group justify="flex-end">
      <LanguageMenu
        label={t('sheet')}
        icon={IconPrinter}
        onChoose={(language) => download(orderSheet, { workOrderNo, language, address }, `order-${workOrderNo}.pdf`)}
      />
    </Group>
  )
}
