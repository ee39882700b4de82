#!/usr/bin/env bash
# The training job: it learns, resumes as if it had never stopped, has the same weights on every
# link, and refuses damaged data.
set -euo pipefail
troupe=$TROUPE_BUILD/troupe
train=$TROUPE_BUILD/examples/train
[ -x "$troupe" ] && [ -x "$train" ] || { echo "there is no $troupe or $train"; exit 77; }
data=/usr/share/datasets/fashion-mnist
[ -r $data/train-images-idx3-ubyte.gz ] || { echo "dataset-fashion-mnist is not installed"; exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

fail() {
  echo "$1"
  exit 1
}
field() { grep -o "\"$1\":\"\?[^,\"}]*" | sed 's/.*[:"]//'; }

echo "== it learns"
result=$("$train" --ranks 4 --epochs 5 --json --plot plot.svg | tail -1)
echo "$result"
accuracy=$(field accuracy <<<"$result")
awk "BEGIN { exit !($accuracy >= 0.85) }" || fail "accuracy $accuracy, wanted 0.85 at least"
grep -q '</svg>' plot.svg || fail "no drawing"

echo "== it resumes"
whole=$("$train" --ranks 2 --epochs 3 --json | tail -1 | field weights_sha256)
"$train" --ranks 2 --epochs 1 --checkpoint c >/dev/null
resumed=$("$train" --ranks 2 --epochs 3 --checkpoint c --resume --json | tail -1 | field weights_sha256)
[ "$whole" = "$resumed" ] || fail "resumed: $resumed, uninterrupted: $whole"
printf x | dd of=c bs=1 seek=1000 conv=notrunc status=none
timeout 20 "$train" --ranks 2 --epochs 3 --checkpoint c --resume 2>err >/dev/null && fail "a damaged checkpoint was taken"
grep -q "is damaged" err || fail "$(cat err)"

echo "== the same weights on every link"
for link in in-process tcp; do
  "$troupe" run --no-prefix --ranks 4 --link $link -- "$train" --order rank --epochs 1 --json \
    --weights-out "$link" | tail -1 | field weights_sha256
done | tee digests
[ "$(sort -u digests | wc -l)" -eq 1 ] || fail "the links differ"
cmp in-process tcp || fail "the weights' files differ"

echo "== damaged data"
mkdir broken
cp $data/*.gz broken
head -c 100000 $data/train-images-idx3-ubyte.gz >broken/train-images-idx3-ubyte.gz
status=0
timeout 20 "$troupe" run --ranks 2 -- "$train" --data broken >out 2>err || status=$?
[ $status -ne 0 ] && [ $status -ne 124 ] || fail "status $status"
grep -q "broken/train-images-idx3-ubyte.gz ends within" err out || fail "$(cat err)"
