import { Avatar, Button, FileButton, Group, Text } from '@mantine/core'
import { findProfile, uploadAvatar } from '@nightflow/schemas/platform/session-calls'
import type { ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { IconUpload } from '@tabler/icons-react'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, uploadFile } from '#api/call.ts'
import { ProfileForm } from '#platform/profile-form.tsx'
import { ProfilePasswordForm } from '#platform/profile-password-form.tsx'
import { announceDone } from '#session/announce-done.ts'
import { ProblemAlert } from '#session/problem-alert.tsx'
import { infoQuery, useSession } from '#session/session-query.ts'
import { Page } from '#ui/page.tsx'
import { ChartSkeleton } from '#ui/skeleton.tsx'
import { ErrorState } from '#ui/states.tsx'
import { useFormat } from '#ui/use-format.ts'

const profileQuery = queryOptions({ queryKey: ['profile'], queryFn: ({ signal }) => call(findProfile, {}, signal) })

/** The personal centre: who I am to the service, my picture, and my password. */
export function ProfileScreen() {
  const { t } = useTranslation('profile')
  const client = useQueryClient()
  const profile = useQuery(profileQuery)
  const refresh = () =>
    Promise.all([client.invalidateQueries({ queryKey: profileQuery.queryKey }), client.invalidateQueries({ queryKey: infoQuery.queryKey })])
  return (
    <Page title={t('title')}>
      {profile.isError && <ErrorState error={profile.error} onRetry={() => profile.refetch()} />}
      {profile.isPending && <ChartSkeleton height={360} />}
      {profile.data && (
        <div className="nf-profile">
          <Panel title={t('about')}>
            <Picture profile={profile.data} onChanged={refresh} />
            <Facts profile={profile.data} />
          </Panel>
          <div className="nf-profile-forms">
            <Panel title={t('data')}>
              <ProfileForm user={profile.data.data} onSaved={refresh} />
            </Panel>
            <Panel title={t('password')}>
              <ProfilePasswordForm userId={profile.data.data.userId} />
            </Panel>
          </div>
        </div>
      )}
    </Page>
  )
}

function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="nf-panel">
      <div className="nf-panel-head nf-plain-head">
        <h2 className="nf-panel-title">{title}</h2>
      </div>
      <div className="nf-profile-body">{children}</div>
    </section>
  )
}

type Profile = ResponseOf<typeof findProfile>

const pictureTypes = ['image/png', 'image/jpeg']
const pictureBytesMax = 5 * 1024 * 1024

function Picture({ profile: { data: user }, onChanged }: { profile: Profile; onChanged: () => Promise<unknown> }) {
  const { t } = useTranslation('profile')
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState('')
  const [failure, setFailure] = useState<unknown>(null)
  const upload = async (file: File | null) => {
    if (file === null || busy) return
    setFailure(null)
    const problem = pictureTypes.includes(file.type) ? (file.size > pictureBytesMax ? 'tooLarge' : '') : 'notPicture'
    setWrong(problem)
    if (problem) return
    setBusy(true)
    try {
      await uploadFile(uploadAvatar, {}, file)
      await onChanged()
      announceDone(t('picture.saved'))
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Group gap="md">
        <Avatar src={user.avatar || null} size={72} color="brand" alt={t('picture.alt')}>
          {[...(user.nickName || user.userName)][0]?.toUpperCase()}
        </Avatar>
        <div>
          <FileButton onChange={upload} accept={pictureTypes.join(',')}>
            {(props) => (
              <Button {...props} variant="default" size="xs" loading={busy} leftSection={<IconUpload size={15} aria-hidden />}>
                {t('picture.choose')}
              </Button>
            )}
          </FileButton>
          <Text size="xs" c={wrong ? 'red.8' : 'dimmed'} mt={4} {...(wrong && { role: 'alert' })}>
            {wrong ? t(`picture.${wrong}`) : t('picture.hint')}
          </Text>
        </div>
      </Group>
      <ProblemAlert failure={failure} />
    </>
  )
}

function Facts({ profile: { data: user, roleGroup } }: { profile: Profile }) {
  const { t } = useTranslation('profile')
  const format = useFormat()
  const { timeZone } = useSession()
  const telephone = user.phonenumber && `${user.areaCode && `+${user.areaCode} `}${user.phonenumber}`
  const facts = {
    userName: user.userName,
    telephone,
    email: user.email,
    department: user.deptName,
    roles: roleGroup,
    created: format.instant(user.createTime, timeZone),
  }
  return (
    <dl className="nf-facts">
      {Object.entries(facts).map(([name, value]) => (
        <div key={name}>
          <dt>{t(`fact.${name}`)}</dt>
          <dd>{value || '–'}</dd>
        </div>
      ))}
    </dl>
  )
}
