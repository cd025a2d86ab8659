import { Button, Text } from '@mantine/core'
import type { GatewayRow } from '@nightflow/schemas/platform/gateway'
import { DownlinkKind, removeGatewayDownlink, setGatewayDownlink } from '@nightflow/schemas/platform/gateway-downlink'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { CommandForm } from '#ui/form/command-form.tsx'
import { FormDialog } from '#ui/form/resource-form.tsx'

type Props = { gateway: Pick<GatewayRow, 'name' | 'downlink'>; onClose: () => void }

/** How valve commands reach a gateway's network server. The stored key is never shown. */
export function DownlinkDialog({ gateway: { name, downlink }, onClose }: Props) {
  const { t } = useTranslation('platform')
  const shared = useTranslation('shared').t
  const client = useQueryClient()
  const done = async () => {
    await client.invalidateQueries({ queryKey: ['gateways'] })
    onClose()
  }
  const label = (field: string) => ({ name: field, label: t(`downlink.field.${field}`) })
  const optionLabels = Object.fromEntries(DownlinkKind.options.map((kind) => [kind, t(`downlink.kind.${kind}`)]))
  return (
    <FormDialog onClose={onClose} title={t('downlink.title', { name })} size={560}>
      <Text size="sm" mb="sm">
        {t('downlink.what')}
      </Text>
      <CommandForm
        schema={setGatewayDownlink.request}
        fixed={{ name }}
        initial={{ kind: 'chirpstack', device: '{number}', ...downlink }}
        fields={[
          { ...label('kind'), optionLabels },
          { ...label('url'), placeholder: 'https://chirpstack.example.org' },
          { ...label('device'), description: t('downlink.hint.device', { placeholder: '{number}' }), isHalf: true },
          { ...label('port'), isHalf: true },
          { ...label('openPayload'), description: t('downlink.hint.payload'), isHalf: true },
          { ...label('closePayload'), description: t('downlink.hint.payload'), isHalf: true },
          { ...label('application'), description: t('downlink.kind.the-things-stack'), isHalf: true },
          { ...label('webhook'), description: t('downlink.kind.the-things-stack'), isHalf: true },
          { ...label('secret'), isSecret: true, description: downlink ? t('downlink.hint.secret') : undefined },
        ]}
        submitLabel={t('downlink.confirm')}
        onCancel={onClose}
        doneText={shared('done.saved')}
        onSubmit={async (command) => {
          await call(setGatewayDownlink, command)
          await done()
        }}
      />
      {downlink && (
        <Button
          mt="sm"
          size="compact-xs"
          variant="subtle"
          color="red"
          onClick={async () => {
            await call(removeGatewayDownlink, { name })
            await done()
          }}
        >
          {t('downlink.remove')}
        </Button>
      )}
    </FormDialog>
  )
}
