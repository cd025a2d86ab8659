import { Group, TextInput, type TextInputProps, UnstyledButton } from '@mantine/core'
import { findCaptcha } from '@nightflow/schemas/platform/sign-in-calls'
import { IconRefresh } from '@tabler/icons-react'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'

/** Each picture is good once and for two minutes, so a new one is loaded after every use. */
const captchaQuery = queryOptions({
  queryKey: ['captcha'],
  queryFn: ({ signal }) => call(findCaptcha, {}, signal),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  refetchInterval: 110_000,
  refetchOnWindowFocus: false,
})

/** `uuid` names the picture that is shown; `isAsked` is false where the service requires none. */
export const useCaptcha = (): {
  uuid: string | undefined
  isAsked: boolean
  renew: () => void
  /** Shows a picture where the service requires one for this name only. */
  demand: () => Promise<void>
} => {
  const client = useQueryClient()
  const captcha = useQuery(captchaQuery)
  return {
    uuid: captcha.data?.uuid,
    isAsked: captcha.data?.captchaEnabled ?? false,
    renew: () => void captcha.refetch(),
    demand: async () => {
      client.setQueryData(captchaQuery.queryKey, await call(findCaptcha, { demanded: 'true' }))
    },
  }
}

/** The field beside its picture; a click on the picture brings another. Nothing where no captcha is required. */
export function CaptchaField(props: TextInputProps) {
  const { t } = useTranslation('session')
  const { data, refetch, isFetching } = useQuery(captchaQuery)
  if (!data?.captchaEnabled) return null
  return (
    <Group gap="xs" align="flex-start" wrap="nowrap">
      <TextInput
        label={t(data.captchaType === 'math' ? 'captchaSum' : 'captcha')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={20}
        flex={1}
        {...props}
      />
      <UnstyledButton className="nf-captcha" onClick={() => refetch()} aria-label={t('captchaRenew')} title={t('captchaRenew')}>
        {data.img && !isFetching ? (
          <img src={`data:image/png;base64,${data.img}`} alt={t('captchaImage')} height={36} />
        ) : (
          <IconRefresh size={18} />
        )}
      </UnstyledButton>
    </Group>
  )
}
