import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'

type Props = {
  /** As `useInfiniteQuery` answers it. */
  pages: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }
}

/** The button below a list that goes on by a cursor; nothing after the last page. */
export function LoadMore({ pages }: Props) {
  const { t } = useTranslation('shared')
  if (!pages.hasNextPage) return null
  return (
    <Button size="xs" variant="subtle" m="xs" loading={pages.isFetchingNextPage} onClick={() => pages.fetchNextPage()}>
      {t('table.more')}
    </Button>
  )
}
