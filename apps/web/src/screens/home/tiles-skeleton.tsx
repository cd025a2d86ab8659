import { Skeleton } from '#ui/skeleton.tsx'

/** The height of a screen, so that nothing below jumps. */
export function TilesSkeleton() {
  return (
    <div className="nf-stack" aria-busy>
      <Skeleton height={96} />
      <Skeleton height={280} />
      <Skeleton height={280} />
    </div>
  )
}

/** The place of a tile that is not loaded. */
export function TileSkeleton({ isBusy = true }: { isBusy?: boolean }) {
  return (
    <div className="nf-panel nf-home-waiting" aria-busy={isBusy}>
      {isBusy && <Skeleton height="100%" />}
    </div>
  )
}
