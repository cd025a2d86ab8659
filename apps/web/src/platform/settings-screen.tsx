import { uploadLogo } from '@nightflow/schemas/platform/file-calls'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { platformTenant } from '@nightflow/schemas/shared/may-do'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call, uploadFile } from '#api/call.ts'
import { useSessionInfo } from '#session/session-query.ts'
import { ImageUpload } from '#ui/form/image-upload.tsx'
import { Page } from '#ui/page.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { ErrorState } from '#ui/states.tsx'
import { useMayDo } from '#ui/use-may-do.ts'
import { SettingsForm } from './settings-form.tsx'

const { findSettings, changeSettings } = resourceCalls.tenants

/** Settings of a utility: colour, country and currency, the map's centre, rules of accounts. */
export function SettingsScreen() {
  const { t } = useTranslation('platform')
  const client = useQueryClient()
  const mayDo = useMayDo()
  const { code, logoUrl } = useSessionInfo().tenant
  const settings = useQuery({
    queryKey: [findSettings.path],
    queryFn: ({ signal }) => call(findSettings, {}, signal),
    refetchOnWindowFocus: false,
  })
  return (
    <Page title={t('settings.title')} subtitle={t('settings.subtitle')}>
      {settings.isError && <ErrorState error={settings.error} onRetry={() => settings.refetch()} />}
      {settings.isPending && <Skeleton height={420} />}
      {settings.data && (
        <div className="nf-panel nf-form-panel nf-stack">
          {mayDo(uploadLogo) && (
            <ImageUpload
              label={t('settings.logo')}
              current={logoUrl}
              onUpload={async (file) => {
                await uploadFile(uploadLogo, {}, file)
                await client.invalidateQueries({ queryKey: ['session'] })
              }}
            />
          )}
          <SettingsForm
            settings={settings.data}
            isPlatform={code === platformTenant}
            onSubmit={async (change) => {
              await call(changeSettings, change)
              // The colour, the currency and the map's centre are parts of the session.
              await client.invalidateQueries({ queryKey: ['session'] })
              await client.invalidateQueries({ queryKey: [findSettings.path] })
            }}
          />
        </div>
      )}
    </Page>
  )
}
