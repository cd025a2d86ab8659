import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '#api/lazy-part.ts'
import { homePath } from '#session/home-path.ts'
import { infoQuery } from '#session/session-query.ts'
import { beginScreenAnew, keepScreensOf } from '#shell/kept-screens-store.ts'
import { menuQuery } from '#shell/menu-query.ts'
import { usePlace } from '#shell/use-place.ts'
import { close, closeAll, closeOthers, nextAfter, type VisitedView, visit } from '#shell/visited-views.ts'

type Opened = { view: VisitedView; x: number; y: number }

const TagMenu = lazyPart(async () => (await import('#shell/tag-menu.tsx')).TagMenu, [])

/** A tab for every screen that was visited. Each keeps its address with filters, and its screen. */
export function TagsView() {
  const { t } = useTranslation('shell')
  const place = usePlace()
  const pinned: VisitedView = { path: homePath, href: homePath, title: t('home'), isPinned: true }
  const [views, setViews] = useState<VisitedView[]>([pinned])
  const [opened, setOpened] = useState<Opened>()
  const navigate = useNavigate()
  const refresh = useRefresh()
  const { path, href, title, isNotKept } = place ?? {}
  useEffect(() => {
    if (path !== undefined && href !== undefined && title !== undefined)
      setViews((before) => visit(before, { path, href, title, ...(isNotKept && { isNotKept }) }))
  }, [path, href, title, isNotKept])

  useEffect(() => keepScreensOf(views.map((view) => view.path)), [views])
  useEffect(() => () => keepScreensOf([]), [])

  const list = useRef<HTMLElement>(null)
  // The tab of the shown screen may be outside the strip.
  useEffect(() => {
    if (views.some((view) => view.path === path)) list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' })
  }, [views, path])

  const leaveWith = (remaining: VisitedView[]) => {
    setViews(remaining)
    if (path !== undefined && !remaining.some((view) => view.path === path)) void navigate({ href: nextAfter(remaining) })
  }
  const choose = (view: VisitedView, remaining: VisitedView[]) => {
    leaveWith(remaining)
    // The tab that others were closed for is the one to see.
    if (view.path !== path && remaining.some((other) => other.path === view.path)) void navigate({ href: view.href })
  }
  return (
    <nav className="nf-tags" ref={list} aria-label={t('tags.label')}>
      {views.map((view) => (
        <span key={view.path} className="nf-tag" data-active={view.path === path || undefined}>
          <Link
            to={view.href}
            aria-current={view.path === path ? 'page' : undefined}
            onClick={(event) => {
              event.preventDefault()
              void navigate({ href: view.href })
            }}
            onContextMenu={(event) => {
              event.preventDefault()
              setOpened({ view, x: event.clientX, y: event.clientY })
            }}
          >
            {view.title}
          </Link>
          {!view.isPinned && (
            <ActionIcon
              size={16}
              variant="subtle"
              color="gray"
              aria-label={t('tags.closeNamed', { title: view.title })}
              onClick={() => leaveWith(close(views, view.path))}
            >
              <IconX size={12} aria-hidden />
            </ActionIcon>
          )}
        </span>
      ))}
      {opened && (
        <Suspense>
          <TagMenu
            key={`${opened.view.path}-${opened.x}`}
            opened={opened}
            onClose={() => setOpened(undefined)}
            onRefresh={() => {
              beginScreenAnew(opened.view.path)
              refresh(opened.view.href)
            }}
            onCloseView={() => leaveWith(close(views, opened.view.path))}
            onCloseOthers={() => choose(opened.view, closeOthers(views, opened.view.path))}
            onCloseAll={() => leaveWith(closeAll(views))}
          />
        </Suspense>
      )}
    </nav>
  )
}

/** Clears the query cache and reloads this screen. */
const useRefresh = (): ((href: string) => void) => {
  const client = useQueryClient()
  const navigate = useNavigate()
  return (href) => {
    const stays = [infoQuery.queryKey[0], menuQuery.queryKey[0]] as unknown[]
    client.removeQueries({ predicate: ({ queryKey }) => !stays.includes(queryKey[0]), type: 'inactive' })
    void client.invalidateQueries({ predicate: ({ queryKey }) => !stays.includes(queryKey[0]), refetchType: 'none' })
    void navigate({ href: `/redirect${href}`, replace: true })
  }
}
