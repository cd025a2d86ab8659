import { Button, Menu } from '@mantine/core'
import { removePartition } from '@nightflow/schemas/leakage/endpoints'
import type { PartitionRow } from '@nightflow/schemas/leakage/night-flow'
import { partitionLevelsMax } from '@nightflow/schemas/leakage/partition'
import {
  IconAdjustments,
  IconArrowsSplit2,
  IconDots,
  IconGauge,
  IconHistory,
  IconPencil,
  IconPlus,
  IconRoute,
  IconTrash,
  IconUnlink,
  IconUsersGroup,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { ChooseMeters } from '#leakage/choose-meters.tsx'
import { EditPartitionForm } from '#leakage/edit-partition-form.tsx'
import { InfrastructureForm } from '#leakage/infrastructure-form.tsx'
import { OwnerForm } from '#leakage/owner-form.tsx'
import { DissociateMetersForm, useRefreshLeakage } from '#leakage/partition-forms.tsx'
import { PartitionHistory } from '#leakage/partition-history.tsx'
import { PartitionWizard } from '#leakage/partition-wizard.tsx'
import { ThresholdsForm } from '#leakage/thresholds-form.tsx'
import { ConfirmDialog } from '#ui/form/confirm-dialog.tsx'
import { FormDialog } from '#ui/form/resource-form.tsx'

type Dialog = 'edit' | 'history' | 'below' | 'summary' | 'sub' | 'dissociate' | 'thresholds' | 'infrastructure' | 'owner' | 'remove' | null
type Props = { partition: PartitionRow; mayManage: boolean; onGone: () => void }

/** Commands for a partition; absent without the permission. */
export function PartitionTools({ partition, mayManage, onGone }: Props) {
  const { t } = useTranslation('leakage')
  const shared = useTranslation('shared').t
  const [dialog, setDialog] = useState<Dialog>(null)
  const refresh = useRefreshLeakage()
  const close = () => setDialog(null)
  if (!mayManage) return null
  const titles: Record<string, string> = {
    edit: t('tools.edit'),
    history: t('tools.history'),
    summary: t('tools.summaryMeter'),
    sub: t('tools.subMeters'),
    dissociate: t('tools.dissociate'),
    thresholds: t('tools.thresholds'),
    infrastructure: t('tools.infrastructure'),
    owner: t('tools.owner'),
  }
  const title = dialog ? titles[dialog] : undefined
  const remove = async () => {
    await call(removePartition, { id: partition.id, whole: partition.parentId === null ? 'true' : 'false' })
    await refresh()
    onGone()
  }
  return (
    <>
      <Menu position="bottom-end" width={250}>
        <Menu.Target>
          <Button variant="default" size="xs" leftSection={<IconDots size={14} />}>
            {t('tools.manage')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setDialog('edit')}>
            {t('tools.edit')}
          </Menu.Item>
          <Menu.Item leftSection={<IconAdjustments size={16} />} onClick={() => setDialog('thresholds')}>
            {t('tools.thresholds')}
          </Menu.Item>
          <Menu.Item leftSection={<IconRoute size={16} />} onClick={() => setDialog('infrastructure')}>
            {t('tools.infrastructure')}
          </Menu.Item>
          <Menu.Item leftSection={<IconGauge size={16} />} onClick={() => setDialog('summary')}>
            {t('tools.summaryMeter')}
          </Menu.Item>
          <Menu.Item leftSection={<IconArrowsSplit2 size={16} />} onClick={() => setDialog('sub')}>
            {t('tools.subMeters')}
          </Menu.Item>
          <Menu.Item leftSection={<IconUnlink size={16} />} onClick={() => setDialog('dissociate')}>
            {t('tools.dissociate')}
          </Menu.Item>
          <Menu.Item leftSection={<IconUsersGroup size={16} />} onClick={() => setDialog('owner')}>
            {t('tools.owner')}
          </Menu.Item>
          {partition.level < partitionLevelsMax && (
            <Menu.Item leftSection={<IconPlus size={16} />} onClick={() => setDialog('below')}>
              {t('tools.below')}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconHistory size={16} />} onClick={() => setDialog('history')}>
            {t('tools.history')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item c="var(--nf-alarm-text)" leftSection={<IconTrash size={16} />} onClick={() => setDialog('remove')}>
            {t(partition.parentId === null ? 'tools.removeCascade' : 'tools.remove')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {title && (
        <FormDialog onClose={close} title={title} size={dialog === 'history' ? 760 : dialog === 'summary' || dialog === 'sub' ? 980 : 480}>
          {dialog === 'edit' && <EditPartitionForm partition={partition} onDone={close} onCancel={close} />}
          {dialog === 'history' && <PartitionHistory partition={partition} />}
          {dialog === 'thresholds' && <ThresholdsForm partition={partition} onDone={close} onCancel={close} />}
          {dialog === 'infrastructure' && <InfrastructureForm partitionId={partition.id} onDone={close} onCancel={close} />}
          {dialog === 'owner' && <OwnerForm partition={partition} onDone={close} onCancel={close} />}
          {dialog === 'summary' && (
            <ChooseMeters kind="summary" id={partition.id} onDone={close} onCancel={close} submitLabel={t('wizard.associate')} />
          )}
          {dialog === 'sub' && (
            <ChooseMeters kind="sub" id={partition.id} onDone={close} onCancel={close} submitLabel={t('wizard.associate')} />
          )}
          {dialog === 'dissociate' && (
            <DissociateMetersForm id={partition.id} onDone={close} onCancel={close} submitLabel={t('tools.dissociate')} />
          )}
        </FormDialog>
      )}
      <PartitionWizard opened={dialog === 'below'} parent={partition} onClose={close} onFinished={() => {}} />
      <ConfirmDialog
        opened={dialog === 'remove'}
        danger
        title={t(partition.parentId === null ? 'tools.removeCascade' : 'tools.remove')}
        text={t(partition.parentId === null ? 'tools.removeCascadeText' : 'tools.removeText', { name: partition.name })}
        confirmLabel={t('tools.removeConfirm', { name: partition.name })}
        doneText={shared('done.removed', { name: partition.name })}
        onConfirm={remove}
        onClose={close}
      />
    </>
  )
}
