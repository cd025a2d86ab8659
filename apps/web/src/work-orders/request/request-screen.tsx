import { Alert, Button, Group, Loader, Stack, Text, TextInput, Title } from '@mantine/core'
import type { ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { RequestStatus } from '@nightflow/schemas/work-orders/public-request'
import { findRequestPage, followRequest, type sendRequest } from '@nightflow/schemas/work-orders/public-request-calls'
import { IconDropletHalf2Filled } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callQuietly } from '#api/call-quietly.ts'
import { useProblemText } from '#api/problem-text.ts'
import { LanguageMenu } from '#session/language-menu.tsx'
import { usePageTitle } from '#session/page-title.ts'
import { useFormat } from '#ui/use-format.ts'
import { RequestForm } from '#work-orders/request/request-form.tsx'
import './request.css'

type Sent = ResponseOf<typeof sendRequest>

/** The public page of a utility: report a problem, and see the state of a report by its number and code. */
export function RequestScreen({ tenant }: { tenant: string }) {
  const { t } = useTranslation('request')
  const [sent, setSent] = useState<Sent>()
  const [isFollowing, setIsFollowing] = useState(false)
  const page = useQuery({
    queryKey: ['request-page', tenant],
    queryFn: () => callQuietly(findRequestPage, { tenant }),
    retry: false,
    staleTime: 600_000,
    meta: { isQuiet: true },
  })
  const title = page.data ? t('titleOf', { utility: page.data.utility }) : t('title')
  usePageTitle(title)
  const again = () => {
    setSent(undefined)
    setIsFollowing(false)
  }
  return (
    <main className="nf-request">
      <Group justify="space-between" wrap="nowrap" align="flex-start" mb="md">
        <Group gap={8} wrap="nowrap" align="flex-start">
          <IconDropletHalf2Filled size={26} color="var(--mantine-primary-color-filled)" aria-hidden />
          <Title order={1} size="h3">
            {title}
          </Title>
        </Group>
        <LanguageMenu />
      </Group>
      {page.isPending && <Loader aria-label={t('title')} />}
      {page.isError && <Alert color="orange">{t('unknown')}</Alert>}
      {page.data && !isFollowing && !sent && <RequestForm tenant={tenant} map={page.data.map} onSent={setSent} />}
      {sent && !isFollowing && <Receipt sent={sent} />}
      {page.data && isFollowing && <Follow tenant={tenant} initial={sent} />}
      {page.data && (
        <Group mt="md">
          {(sent || isFollowing) && (
            <Button variant="subtle" px={0} onClick={again}>
              {t('another')}
            </Button>
          )}
          {!isFollowing && (
            <Button variant="subtle" px={0} onClick={() => setIsFollowing(true)}>
              {t('follow')}
            </Button>
          )}
        </Group>
      )}
    </main>
  )
}

function Receipt({ sent: { requestNo, code } }: { sent: Sent }) {
  const { t } = useTranslation('request')
  return (
    <Alert color="green" title={t('sentTitle')} role="status">
      <Facts
        facts={[
          [t('number'), <b key="number">{requestNo}</b>],
          [t('code'), <b key="code">{code}</b>],
        ]}
      />
      <Text size="sm">{t('keep')}</Text>
    </Alert>
  )
}

function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="nf-request-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Follow({ tenant, initial }: { tenant: string; initial: Sent | undefined }) {
  const { t } = useTranslation('request')
  const { instant } = useFormat()
  const problemText = useProblemText()
  const [requestNo, setRequestNo] = useState(initial ? String(initial.requestNo) : '')
  const [code, setCode] = useState(initial?.code ?? '')
  const following = useMutation({
    mutationFn: () => callQuietly(followRequest, { tenant, requestNo: Number(requestNo), code: code.trim() }),
    meta: { isQuiet: true },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    following.mutate()
  }
  const found = following.data
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const state =
    found &&
    (found.orderStatus === null || found.status === RequestStatus.enum.closed
      ? t(`status.${found.status}`)
      : t(`work.${found.orderStatus}`))
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Title order={2} size="h4">
          {t('followTitle')}
        </Title>
        <TextInput
          label={t('number')}
          inputMode="numeric"
          value={requestNo}
          onChange={(event) => setRequestNo(event.currentTarget.value)}
        />
        <TextInput
          label={t('code')}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          maxLength={9}
          autoComplete="off"
        />
        <Button type="submit" loading={following.isPending} disabled={!/^\d{1,15}$/.test(requestNo) || code.trim() === ''}>
          {t('show')}
        </Button>
        {following.isError && (
          <Alert color="red" role="alert">
            {problemText(following.error)}
          </Alert>
        )}
        {found && (
          <Alert color="blue" role="status">
            <Facts
              facts={[
                [t('state'), <b key="state">{state}</b>],
                [t('what'), t(`kind.${found.requestKind}`)],
                [t('where'), found.place],
                [t('received'), instant(found.createTime, zone)],
                ...(found.answer === '' ? [] : [[t('answer'), found.answer] as const]),
              ]}
            />
          </Alert>
        )}
      </Stack>
    </form>
  )
}
