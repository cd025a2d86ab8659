import { leakageReport } from '@nightflow/schemas/leakage/leakage-report'
import { IconFileTypePdf } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { download } from '#api/download.ts'
import { LanguageMenu } from '#ui/language-menu.tsx'
import { useMayDo } from '#ui/use-may-do.ts'

/** Saves the leakage of a metering point and month as PDF. */
export function LeakageReportMenu({ partitionId, month }: { partitionId: string; month: string }) {
  const { t } = useTranslation('leakage')
  const mayDo = useMayDo()
  if (!mayDo(leakageReport)) return null
  return (
    <LanguageMenu
      label={t('waterBalance.report')}
      icon={IconFileTypePdf}
      onChoose={(language) => download(leakageReport, { partitionId, month, language }, `leakage-${partitionId}-${month}.pdf`)}
    />
  )
}
