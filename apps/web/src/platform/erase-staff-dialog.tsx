import { Text } from '@mantine/core'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { formatText } from '@nightflow/schemas/shared/format-texts'
import { text } from '@nightflow/schemas/shared/text'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { CommandForm } from '#ui/form/command-form.tsx'
import { FormDialog } from '#ui/form/resource-form.tsx'

const { erase } = resourceCalls.users

type Props = { row: { userId: number; userName: string }; onClose: () => void }

/** An erasure cannot be undone: the user name is typed to confirm it, and stays in the browser. */
export function EraseStaffDialog({ row: { userId, userName }, onClose }: Props) {
  const { t } = useTranslation('platform')
  const label = t('staff.command.erase', { name: userName })
  const schema = erase.request.extend({
    confirmation: text(30).refine((typed) => typed === userName, formatText('confirmation-differs')),
  })
  return (
    <FormDialog title={label} onClose={onClose} size={480}>
      <CommandForm
        schema={schema}
        fields={[
          { name: 'reason', label: t('staff.erase.reason'), description: t('staff.erase.reasonHint'), lines: 2 },
          {
            name: 'confirmation',
            label: t('staff.erase.confirmation'),
            description: t('staff.erase.confirmationHint', { name: userName }),
          },
        ]}
        fixed={{ userId }}
        submitLabel={label}
        danger
        onCancel={onClose}
        doneText={t('staff.erase.done')}
        onSubmit={async ({ reason }) => {
          await call(erase, { userId, reason })
          onClose()
        }}
      >
        <Text size="sm">{t('staff.erase.text', { name: userName })}</Text>
      </CommandForm>
    </FormDialog>
  )
}
