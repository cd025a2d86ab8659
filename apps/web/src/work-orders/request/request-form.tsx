import { Alert, Button, FileButton, Stack, Text, Textarea, TextInput } from '@mantine/core'
import type { ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { RequestKind } from '@nightflow/schemas/work-orders/public-request'
import { findNearRequests, type findRequestPage, sendRequest } from '@nightflow/schemas/work-orders/public-request-calls'
import { IconCamera, IconCurrentLocation } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callQuietly } from '#api/call-quietly.ts'
import { useProblemText } from '#api/problem-text.ts'
import { newOperationId } from '#ui/operation-id.ts'
import { shrinkPhoto } from '#ui/shrink-photo.ts'
import { PinOnMap, type Place } from '#work-orders/request/pin-on-map.tsx'

type Props = { tenant: string; map: ResponseOf<typeof findRequestPage>['map']; onSent: (sent: ResponseOf<typeof sendRequest>) => void }

/** The service takes a third more of it, in base64. */
const photoBytesMax = 440_000
const empty = { place: '', description: '', contactName: '', contactPhone: '' }

const base64Of = async (file: Blob): Promise<string> => {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

/** Few fields, the type of the problem first; similar reports nearby are shown before it is sent. */
export function RequestForm({ tenant, map, onSent }: Props) {
  const { t } = useTranslation('request')
  const problemText = useProblemText()
  const [requestKey] = useState(newOperationId)
  const [requestKind, setRequestKind] = useState<RequestKind>(RequestKind.enum.leak)
  const [typed, setTyped] = useState(empty)
  const [position, setPosition] = useState<Place | null>(null)
  const [photo, setPhoto] = useState('')
  const [problem, setProblem] = useState<string>()
  const near = useQuery({
    queryKey: ['request-near', tenant, requestKind, position],
    queryFn: () => callQuietly(findNearRequests, { tenant, requestKind, ...position! }),
    enabled: position !== null,
    meta: { isQuiet: true },
    retry: false,
  })
  const sending = useMutation({
    mutationFn: () =>
      callQuietly(sendRequest, {
        ...{ tenant, requestKey, requestKind, ...typed, photo },
        ...{ longitude: position?.longitude ?? null, latitude: position?.latitude ?? null },
      }),
    onSuccess: onSent,
    meta: { isQuiet: true },
  })
  const locate = () =>
    navigator.geolocation.getCurrentPosition(
      ({ coords: { longitude, latitude } }) => {
        setPosition({ longitude, latitude })
        setProblem(undefined)
      },
      () => setProblem(t('positionFailed')),
      { timeout: 15_000 },
    )
  const choose = async (file: File | null) => {
    const shrunk = file && (await shrinkPhoto(file).catch(() => undefined))
    const isSmall = shrunk && shrunk.size <= photoBytesMax
    setProblem(isSmall ? undefined : t('photoFailed'))
    if (isSmall) setPhoto(await base64Of(shrunk))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    sending.mutate()
  }
  const field = (name: keyof typeof empty) => ({
    value: typed[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => setTyped({ ...typed, [name]: value }),
  })
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <fieldset className="nf-plain-fieldset">
          <Text component="legend" size="sm" fw={600} mb={4}>
            {t('what')}
          </Text>
          <div className="nf-request-kinds">
            {RequestKind.options.map((kind) => (
              <Button
                key={kind}
                variant={kind === requestKind ? 'filled' : 'default'}
                aria-pressed={kind === requestKind}
                onClick={() => setRequestKind(kind)}
              >
                {t(`kind.${kind}`)}
              </Button>
            ))}
          </div>
        </fieldset>
        <TextInput label={t('where')} required maxLength={200} autoComplete="street-address" {...field('place')} />
        <Button variant="light" leftSection={<IconCurrentLocation size={18} aria-hidden />} onClick={locate}>
          {position ? t('positionTaken') : t('position')}
        </Button>
        <PinOnMap map={map} place={position} onPlace={setPosition} />
        {(near.data?.count ?? 0) > 0 && (
          <Alert color="orange" role="status">
            {t('near', { count: near.data!.count })}
          </Alert>
        )}
        <Textarea label={t('description')} maxLength={500} autosize minRows={2} {...field('description')} />
        <FileButton accept="image/*" onChange={choose} inputProps={{ 'aria-label': t('photo') }}>
          {(props) => (
            <Button {...props} variant="light" leftSection={<IconCamera size={18} aria-hidden />}>
              {photo === '' ? t('photo') : t('photoTaken')}
            </Button>
          )}
        </FileButton>
        <TextInput label={t('name')} maxLength={50} autoComplete="name" {...field('contactName')} />
        <TextInput label={t('phone')} maxLength={30} type="tel" autoComplete="tel" {...field('contactPhone')} />
        {(problem !== undefined || sending.isError) && (
          <Alert color="red" role="alert">
            {problem ?? problemText(sending.error)}
          </Alert>
        )}
        <Button type="submit" size="md" loading={sending.isPending} disabled={typed.place.trim() === ''}>
          {t('send')}
        </Button>
      </Stack>
    </form>
  )
}
