import { Button } from '@mantine/core'
import { reports } from '@nightflow/schemas/reports'
import type { ReportName } from '@nightflow/schemas/shared/report-names'
import { IconMail } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '#api/language.ts'
import { reportScheduleResource } from '#platform/report-schedule-resource.tsx'
import { ResourceForm } from '#ui/form/resource-form.tsx'
import { useResourceWords } from '#ui/resource/resource-words.ts'
import { useScreenSearch } from '#ui/screen-search.ts'
import { filterOf, type ListSearch } from '#ui/table/list-search.ts'
import { useMayDo } from '#ui/use-may-do.ts'

const days: readonly string[] = ['beginTime', 'endTime']

/** Sends the report that is shown by mail at times that the person sets, with the filter that is set now. */
export function ScheduleReportTool({ name }: { name: ReportName }) {
  const { t } = useTranslation('platform')
  const mayDo = useMayDo()
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const words = useResourceWords(reportScheduleResource)
  const search = useScreenSearch<ListSearch>()
  const { create, list } = reportScheduleResource.calls
  if (!create || !mayDo(create)) return null
  const report = reports[name]
  const filter = Object.entries(filterOf(search, report.filter)).flatMap(([field, value]) =>
    value === undefined || days.includes(field) ? [] : [[field, String(value)]],
  )
  const close = () => setOpen(false)
  return (
    <>
      <Button size="xs" variant="default" leftSection={<IconMail size={14} aria-hidden />} onClick={() => setOpen(true)}>
        {t('reportSchedule.send')}
      </Button>
      {isOpen && (
        <ResourceForm
          resource={reportScheduleResource}
          words={words}
          row={undefined}
          beginning={{ report: name, language: currentLanguage(), scheduleName: words.word('report', name).label }}
          fixed={{ filters: new URLSearchParams(filter).toString() }}
          onClose={close}
          onDone={async () => {
            await client.invalidateQueries({ queryKey: [list.path] })
            close()
          }}
        />
      )}
    </>
  )
}
