import { Button } from '@mantine/core'
import { listWalkBys, planWalkBy } from '@nightflow/schemas/metering/walk-by'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { newReadingId } from '#metering/new-reading-id.ts'
import { useMay } from '#session/session-query.ts'
import { CommandForm } from '#ui/form/command-form.tsx'
import { FormDialog } from '#ui/form/resource-form.tsx'

/** Plans a round: the meters in the order of the route. */
export function PlanWalkByTool() {
  const { t } = useTranslation('metering')
  const client = useQueryClient()
  const may = useMay('metering:walkBy:plan')
  const [planId, setPlanId] = useState<string>()
  const close = () => setPlanId(undefined)
  if (!may) return null
  const labelled = (name: string) => ({ name, label: t(`walkBy.field.${name}`) })
  return (
    <>
      <Button size="xs" onClick={() => setPlanId(newReadingId())}>
        {t('walkBy.plan')}
      </Button>
      {planId !== undefined && (
        <FormDialog onClose={close} title={t('walkBy.plan')} size={480}>
          <CommandForm
            schema={planWalkBy.request}
            fixed={{ planId }}
            fields={[
              ...['name', 'startDate', 'endDate', 'readerId'].map(labelled),
              { ...labelled('numbers'), description: t('walkBy.route') },
            ]}
            submitLabel={t('walkBy.plan')}
            onCancel={close}
            doneText={t('walkBy.planned')}
            onSubmit={async (command) => {
              await call(planWalkBy, command)
              await client.invalidateQueries({ queryKey: [listWalkBys.path] })
              close()
            }}
          />
        </FormDialog>
      )}
    </>
  )
}
