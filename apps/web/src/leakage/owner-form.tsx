import { assignPartitionOwner } from '@nightflow/schemas/leakage/endpoints'
import type { PartitionRow } from '@nightflow/schemas/leakage/night-flow'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { useRefreshLeakage } from '#leakage/partition-forms.tsx'
import { CommandForm } from '#ui/form/command-form.tsx'
import { useOwners } from '#ui/use-owners.ts'

type Props = { partition: PartitionRow; onDone: () => void; onCancel: () => void }

/** The department and the region that a metering point belongs to, chosen by name. */
export function OwnerForm({ partition, onDone, onCancel }: Props) {
  const { t } = useTranslation('leakage')
  const shared = useTranslation('shared').t
  const refresh = useRefreshLeakage()
  const owners = useOwners()
  return (
    <CommandForm
      schema={assignPartitionOwner.request}
      fields={[
        { name: 'deptId', label: t('form.deptId'), description: t('form.ownerHint'), choices: owners.deptId },
        { name: 'regionId', label: t('form.regionId'), choices: owners.regionId },
      ]}
      initial={{}}
      fixed={{ partitionId: [partition.id] }}
      submitLabel={t('tools.owner')}
      onCancel={onCancel}
      doneText={shared('done.saved')}
      onSubmit={async (owner) => {
        await call(assignPartitionOwner, owner)
        await refresh()
        onDone()
      }}
    />
  )
}
