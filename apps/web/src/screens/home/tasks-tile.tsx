import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ScreenLink, usePlaceOf } from '#shell/screen-link.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useFormat } from '#ui/use-format.ts'
import { type Task, useTasks } from './task-counts.ts'

/** The work that waits, each with its list; work that is done has no line. */
export function TasksTile() {
  const { t } = useTranslation('dashboard')
  const placeOf = usePlaceOf()
  const tasks = useTasks().filter(({ screen }) => placeOf(screen) !== undefined)
  const waiting = tasks.filter(({ count, isFailed }) => isFailed || count !== 0)
  return (
    <section className="nf-panel nf-board-panel" aria-label={t('home.tasks')}>
      <Text component="h2" className="nf-panel-title" m={0}>
        {t('home.tasks')}
      </Text>
      <ul className="nf-board-list nf-home-tasks">
        {waiting.map((task) => (
          <TaskLine key={task.name} task={task} />
        ))}
      </ul>
      {waiting.length === 0 && <StatusBadge meaning="good" label={t('home.noTasks')} />}
    </section>
  )
}

function TaskLine({ task: { name, screen, search, count, isFailed } }: { task: Task }) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  return (
    <li>
      <ScreenLink screen={screen} search={search ?? {}} className="nf-link">
        {t(`home.task.${name}`)}
      </ScreenLink>
      {isFailed ? (
        <StatusBadge meaning="unknown" label={t('home.unknownCount')} />
      ) : count === null ? (
        <Skeleton height={16} width={32} />
      ) : (
        <b className="nf-figures">{format.number(count)}</b>
      )}
    </li>
  )
}
