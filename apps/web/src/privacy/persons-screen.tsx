import { Text } from '@mantine/core'
import { findPerson, listPersons, PersonRow } from '@nightflow/schemas/privacy/endpoints'
import { personCommands } from '@nightflow/schemas/privacy/erase-person'
import { IconUserOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { PersonTexts } from '#privacy/person-texts.tsx'
import { ScreenLink } from '#shell/screen-link.tsx'
import { listOf } from '#ui/resource/resource-of.ts'
import { ResourceScreen } from '#ui/resource/resource-screen.tsx'
import type { ScreenProps } from '#ui/screen-entry.ts'
import { ErrorState } from '#ui/states.tsx'

const persons = listOf<PersonRow>({
  calls: {
    id: 'personId',
    row: PersonRow,
    filter: listPersons.request.pick({ search: true }).shape,
    list: listPersons,
    commands: personCommands.list,
  },
  texts: 'privacy',
  name: 'persons',
  icon: IconUserOff,
  title: ({ name, telephone, email, personId }) => name ?? telephone ?? email ?? personId,
  columns: ['name', 'telephone', 'email', 'firstRecordedAt', 'erasedAt'],
  moreColumns: ['address', 'identityNumber', 'personId'],
  filters: ['search'],
  cell: {
    name: ({ name, telephone, email, personId }) => name ?? telephone ?? email ?? personId,
  },
  Detail: PersonDetail,
  related: [['person']],
})

/** Points that a person leads and accounts that the person holds now. */
function Uses({ row: { personId } }: { row: PersonRow }) {
  const { t } = useTranslation('privacy')
  const person = useQuery({ queryKey: ['person', personId], queryFn: ({ signal }) => call(findPerson, { personId }, signal) })
  if (person.isError) return <ErrorState error={person.error} onRetry={() => person.refetch()} />
  if (!person.data) return null
  const { uses } = person.data
  return (
    <>
      {uses.length === 0 && (
        <Text size="sm" className="nf-dimmed">
          {t('uses.none')}
        </Text>
      )}
      {uses.map(({ kind, id, name }) => (
        <div key={`${kind} ${id}`}>
          <Text span size="sm" className="nf-dimmed">
            {t(`uses.${kind}`)}{' '}
          </Text>
          {kind === 'partition' ? (
            <ScreenLink screen="leakage/index" search={{ partition: id }} className="nf-link">
              {name}
            </ScreenLink>
          ) : (
            <ScreenLink screen="customers/accounts" search={{ account: id }} className="nf-link">
              {name}
            </ScreenLink>
          )}
        </div>
      ))}
    </>
  )
}

function PersonDetail({ row }: { row: PersonRow }) {
  return (
    <>
      <Uses row={row} />
      {row.erasedAt === null && <PersonTexts personId={row.personId} />}
    </>
  )
}

/** Persons of whom data are kept, and their erasure. */
export function PersonsScreen({ search, onSearch }: ScreenProps) {
  return <ResourceScreen resource={persons} search={search} onSearch={onSearch} />
}
