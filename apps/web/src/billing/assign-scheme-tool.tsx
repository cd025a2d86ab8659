import { Button } from '@mantine/core'
import { assignScheme } from '@nightflow/schemas/billing/surcharge-calls'
import { SchemeStatus } from '@nightflow/schemas/billing/surcharge-scheme'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { IconList } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { CommandForm } from '#ui/form/command-form.tsx'
import type { Choice } from '#ui/form/form-fields.ts'
import { FormDialog } from '#ui/form/resource-form.tsx'
import { useMayDo } from '#ui/use-may-do.ts'

const { list } = resourceCalls.surchargeSchemes
/** As many as a utility has. */
const schemesMax = 200
const none: readonly Choice[] = []

/** Gives an account a surcharge scheme, or takes it away. */
export function AssignSchemeTool() {
  const { t } = useTranslation('billing')
  const mayDo = useMayDo()
  const [isOpen, setOpen] = useState(false)
  if (!mayDo(assignScheme) || !mayDo(list)) return null
  return (
    <>
      <Button size="xs" variant="default" leftSection={<IconList size={14} aria-hidden />} onClick={() => setOpen(true)}>
        {t('personalSurcharge.assign.button')}
      </Button>
      {isOpen && <AssignDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function AssignDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['billing', 'shared'])
  const client = useQueryClient()
  const schemes = useQuery({
    queryKey: [list.path, 'choices'],
    queryFn: ({ signal }) => call(list, { status: SchemeStatus.enum.enabled, pageSize: schemesMax }, signal),
  })
  const choices = schemes.data?.rows.map(({ surchargeSchemeId, schemeName }) => ({ value: surchargeSchemeId, label: schemeName })) ?? none
  return (
    <FormDialog title={t('personalSurcharge.assign.title')} onClose={onClose} size={480}>
      <CommandForm
        schema={assignScheme.request}
        fields={[
          { name: 'accountNo', isAccount: true, label: t('field.accountNo') },
          {
            ...{ name: 'surchargeSchemeId', label: t('personalSurcharge.field.surchargeSchemeId') },
            ...{ description: t('personalSurcharge.assign.hint'), choices },
          },
        ]}
        submitLabel={t('personalSurcharge.assign.button')}
        onCancel={onClose}
        onSubmit={async (typed) => {
          await call(assignScheme, typed)
          await client.invalidateQueries({ queryKey: [list.path] })
          onClose()
        }}
        doneText={t('personalSurcharge.assign.done')}
      />
    </FormDialog>
  )
}
