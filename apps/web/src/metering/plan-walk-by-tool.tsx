import { Button, Text } from '@mantine/core'
import { listReaders, listWalkBys, planWalkBy } from '@nightflow/schemas/metering/walk-by'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { RouteMeters } from '#metering/route-meters.tsx'
import { announceDone } from '#session/announce-done.ts'
import { CommandForm } from '#ui/form/command-form.tsx'
import { FormDialog } from '#ui/form/resource-form.tsx'
import { newTimedId } from '#ui/timed-id.ts'
import { useMayDo } from '#ui/use-may-do.ts'

const asked = planWalkBy.request.omit({ numbers: true, planId: true })

/** Plans a round: a reader by name, and the meters of a street, a group, a partition or an earlier round. */
export function PlanWalkByTool() {
  const { t } = useTranslation('metering')
  const mayDo = useMayDo()
  const [planId, setPlanId] = useState<string>()
  if (!mayDo(planWalkBy)) return null
  return (
    <>
      <Button size="xs" onClick={() => setPlanId(newTimedId())}>
        {t('walkBy.plan')}
      </Button>
      {planId !== undefined && <PlanDialog planId={planId} onClose={() => setPlanId(undefined)} />}
    </>
  )
}

function PlanDialog({ planId, onClose }: { planId: string; onClose: () => void }) {
  const { t } = useTranslation('metering')
  const client = useQueryClient()
  const [numbers, setNumbers] = useState<readonly string[]>([])
  const [isMissing, setMissing] = useState(false)
  const readers = useQuery({ queryKey: [listReaders.path], queryFn: ({ signal }) => call(listReaders, {}, signal) })
  const choices = (readers.data?.readers ?? []).map(({ userId, name }) => ({ value: userId, label: name }))
  const labelled = (name: string) => ({ name, label: t(`walkBy.field.${name}`) })
  return (
    <FormDialog onClose={onClose} title={t('walkBy.plan')} size={560}>
      <CommandForm
        schema={asked}
        fields={[
          labelled('name'),
          { ...labelled('startDate'), isHalf: true },
          { ...labelled('endDate'), isHalf: true },
          { ...labelled('readerId'), description: t('walkBy.anyReader'), choices },
        ]}
        submitLabel={t('walkBy.plan')}
        onCancel={onClose}
        doneText={null}
        onSubmit={async (command) => {
          setMissing(numbers.length === 0)
          if (numbers.length === 0) return
          await call(planWalkBy, { ...command, planId, numbers: [...numbers] })
          await client.invalidateQueries({ queryKey: [listWalkBys.path] })
          announceDone(t('walkBy.planned'))
          onClose()
        }}
      >
        <RouteMeters onChange={setNumbers} />
        {isMissing && numbers.length === 0 && (
          <Text size="sm" c="var(--nf-alarm-text)" role="alert">
            {t('walkBy.noneChosen')}
          </Text>
        )}
      </CommandForm>
    </FormDialog>
  )
}
