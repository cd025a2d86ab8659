/** A tab: the screen at a path, with the address it was last left at, so that coming back shows the same view. */
export type VisitedView = {
  path: string
  /** Path with filters and selection. */
  href: string
  title: string
  /** Pinned: is always there and cannot be closed. */
  isPinned?: true
  /** Comes back without its filters. */
  isNotKept?: boolean
}

/** Tabs over these leave at the front; more tabs are hard to scan. */
const viewsMax = 30

export const visit = (views: readonly VisitedView[], view: VisitedView): VisitedView[] => {
  const kept = view.isNotKept ? { ...view, href: view.path } : view
  const known = views.findIndex(({ path }) => path === view.path)
  if (known >= 0) return views.with(known, { ...views[known]!, ...kept })
  const all = [...views, kept]
  if (all.length <= viewsMax) return all
  const oldest = all.findIndex(({ isPinned }) => !isPinned)
  return all.toSpliced(oldest, 1)
}

export const close = (views: readonly VisitedView[], path: string): VisitedView[] =>
  views.filter((view) => view.path !== path || view.isPinned)

export const closeOthers = (views: readonly VisitedView[], path: string): VisitedView[] =>
  views.filter((view) => view.path === path || view.isPinned)

export const closeAll = (views: readonly VisitedView[]): VisitedView[] => views.filter(({ isPinned }) => isPinned)

/** Where to go when the shown tab is gone: to the last that remains, or to the root. */
export const nextAfter = (remaining: readonly VisitedView[]): string => remaining.at(-1)?.href ?? '/'
