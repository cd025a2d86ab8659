import { Button, Modal, Stack, Stepper, Text } from '@mantine/core'
import type { PartitionRow } from '@nightflow/schemas/leakage/night-flow'
import { IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChooseMeters } from '#leakage/choose-meters.tsx'
import { CreatePartitionForm } from '#leakage/partition-forms.tsx'

type Props = { opened: boolean; parent: PartitionRow | null; onClose: () => void; onFinished: (id: string) => void }

/** Create, associate the summary meter, associate sub-meters, done: in this order. A step that is skipped can be done later. */
export function PartitionWizard({ opened, parent, onClose, onFinished }: Props) {
  const { t } = useTranslation('leakage')
  const shared = useTranslation('shared').t
  const [step, setStep] = useState(0)
  const [created, setCreated] = useState<{ id: string; name: string } | null>(null)
  const close = () => {
    if (created) onFinished(created.id)
    setStep(0)
    setCreated(null)
    onClose()
  }
  const next = () => setStep((current) => current + 1)
  return (
    <Modal
      opened={opened}
      onClose={close}
      size={980}
      title={parent ? t('wizard.titleBelow', { name: parent.name }) : t('wizard.titleRoot')}
      closeButtonProps={{ 'aria-label': shared('action.close') }}
    >
      <Stepper active={step} size="xs" mb="md" allowNextStepsSelect={false}>
        <Stepper.Step label={t('wizard.create')} />
        <Stepper.Step label={t('wizard.summaryMeter')} />
        <Stepper.Step label={t('wizard.subMeters')} />
        <Stepper.Step label={t('wizard.done')} />
      </Stepper>
      {step === 0 && (
        <CreatePartitionForm
          parent={parent}
          onCancel={close}
          onCreated={({ partitionId, name }) => {
            setCreated({ id: partitionId, name })
            next()
          }}
        />
      )}
      {created && step === 1 && (
        <ChooseMeters
          key="summary"
          id={created.id}
          kind="summary"
          onDone={next}
          onCancel={next}
          submitLabel={t('wizard.associate')}
          cancelLabel={t('wizard.skip')}
        />
      )}
      {created && step === 2 && (
        <ChooseMeters
          key="sub"
          id={created.id}
          kind="sub"
          onDone={next}
          onCancel={next}
          submitLabel={t('wizard.associate')}
          cancelLabel={t('wizard.skip')}
        />
      )}
      {created && step === 3 && (
        <Stack align="center" gap="xs" py="md">
          <IconCircleCheck size={36} color="var(--nf-good-text)" aria-hidden />
          <Text fw={600}>{t('wizard.finished', { name: created.name })}</Text>
          <Text size="sm" c="dimmed" ta="center">
            {t('wizard.finishedHint')}
          </Text>
          <Button onClick={close}>{t('wizard.open')}</Button>
        </Stack>
      )}
    </Modal>
  )
}
