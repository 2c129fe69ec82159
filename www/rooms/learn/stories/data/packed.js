/**
 * Queries, keys and values of a small GPT that was trained on the novels of Jane Austen, which are in the
 * public domain. Written by pack.mjs from fixtures/stories.json, which has the numbers of this project’s own
 * model under its own license, MIT or Apache-2.0.
 */
export const texts = {
  met: { words: 'Elinor met Jane in Bath ; Elinor met Jane in Bath ; and', hasValues: true },
  'last in': { words: 'Elinor met Jane in Bath ; Elinor in', like: 'met', start: 7 },
  'last Bath': { words: 'Elinor met Jane in Bath ; Elinor Bath', like: 'met', start: 7 },
  'last Elinor': { words: 'Elinor met Jane in Bath ; Elinor Elinor', like: 'met', start: 7 },
  'last Jane': { words: 'Elinor met Jane in Bath ; Elinor Jane', like: 'met', start: 7 },
  'last saw': { words: 'Elinor met Jane in Bath ; Elinor saw', like: 'met', start: 7 },
  'last left': { words: 'Elinor met Jane in Bath ; Elinor left', like: 'met', start: 7 },
  'last very': { words: 'Elinor met Jane in Bath ; Elinor very', like: 'met', start: 7 },
  'last house': { words: 'Elinor met Jane in Bath ; Elinor house', like: 'met', start: 7 },
  'later Lucy': { words: 'Elinor met Lucy in Bath ; Elinor met', like: 'met', start: 2, hasValues: true },
  'later again': { words: 'Elinor met again in Bath ; Elinor met', like: 'met', start: 2, hasValues: true },
  'later Bath': { words: 'Elinor met Jane in Bath ; Bath met', like: 'met', start: 6, hasValues: true },
  Elizabeth: { words: 'Elinor met Elizabeth ; Elinor met' },
  short: { words: 'Elinor met Jane ; Elinor met' },
  manners: { words: 'He was not handsome , and his manners' },
  Woodhouse: { words: 'She was with my dear Miss Woodhouse in town' },
  before: { words: 'Elinor met Jane in Bath ; Elinor met' },
  itself: { words: 'Elinor met Jane in Bath ; Elinor met' },
  sister: { words: 'The sister saw the friend .' },
  friend: { words: 'The friend saw the sister .', like: 'sister', start: 1 },
  'sister bare': { words: 'The sister saw the friend .' },
  'friend bare': { words: 'The friend saw the sister .', like: 'sister bare', start: 1 },
};

export const packed =
  'Agq2Dyf2xQXuK6HvoeOTFyAhOhmYOiL0Kgd57qYZy+GFE60PjvYUKdLzt+fjAEoT0QTOK9bPEQKlGD/Pdd1d6OwqBdIQIFEA2ioF' +
  'BOEXdO7vGowWdApFDswIkNWeJ3EMv9ef9n4kZRVdEQDPKO9y46ML7ivd0gI4mx9+4ZDvK9L8BSf06B4QysM9h+5hHoYuwe55Lq0O' +
  'E+Jw+uvZJAih/bjcHiXO0Jr7y/Mg+fT3/PvJ8jkEb/IiIE04zutnwRUMORnZERZB8P7svWUyYwMV2SseqRepNZMoze6FBT0zzggu' +
  '9MrpzgSMEpHYy9QSHfkCaxC8Ko/VdgNzAW4Hk80h+lf6luDHWBrh7AzJ1+HfKRQPI/D4fBgbEGwKNfRHJPYYL7kAJsH5qwNkBNXy' +
  'f9gb76bJ4/pU1SgaxRK66ywG4zX6zOUj3B0HInX6wRAL2AgMxhYvD0AC7QbSCuHf1TpNztrg9TsTGq0o1yGv2yDgKfr2H+QTbfiC' +
  '8tstNuvU3IzlySRb6gT4js2ZNKr69eidIiXnFhbn+7DyzCHsDDzgCd5e7cQ2YOsADM0e2vps9KTyG+XxDlQB5yaYNr33fbou9ukn' +
  'y8TWDEkNbSADCWEaz/Z/D98lwf64GmcE19RJJPYGK89mBkMqWyldFXm7rur/9LEF8zEW2bY7fREx9ePnPb8PCB7p1RWyxF9EGe62' +
  'GxkyV+T6MoEBLt3u8WHh5gHE/l/evCL/z4EDZfP48H751P7U8wMOLPO/HJg1qOygwMIBoiC8DUk9OfSzw84zavsu0I0Rnh+hMHAj' +
  '2Ou7CEwi5Ayl+qjkbwNYDrnYnNYzMWICowrJKt7fLvzZBmwNrM7V+gb7Bd2lX33iUAcZ2aPdCgpCHUL5aBW0FIIJzPKNGyscobid' +
  'Jb37dAruBSHuiduX7XrEOPwG1noXtQi08ecFdDipyS8bwjN+EID1xBdR5jkH6QnuEELvkwr5D/TprylA1qveXTwMJyQYWzMK1xPY' +
  'B/V6H6wEVQXb7JwnGvWY2r78ASLY7I/5mvXKEqojOuGN9Avw1up40Fw2ihBCAD3dUtmGFKwEefZtIfkhROv/9qEuWgauHq/61uT5' +
  'APMAsLlr/pQd3OJROVK/sAAZESPP6eABFVTgidoSKqwuvAiTAWobE+o5HAHaJg1p+//vvfP56fncGTZ+69kSqhJz9IzkVe1DHU8I' +
  'Ke87txpG9euHEZb4LMnm91q+ILhNAvQAU8Oz/WUfgiA35VTpJ/ckA0LrRv7O8rr8qzpXLRhGhe/935v+0A+5uhb2IiiyRHEGuzD8' +
  'yGXzR/9t24sILvEx6Kf1mQY2y5oZShTyRhD1lNXaErPxR/P+JWwM8CILDG/0jBtnya0WVAcXD1bhvkZs3cQruhUK+LQn8uGb3Nzl' +
  '4s1T0f/wDufGGLDu6efo7t7cvQGS35rN5vPMIY8uSTmq9P/lny/8Crr8wShaFMjZXCCxDvqwNB/LDIQQwUdL53MFoRgIE30KGNyw' +
  '8mYxsfMTADE+LxOu/iAmtwf78xUB8CLK8xf4TeWpBOA0ttd+HBXJ2RbNCDoxeg7E6jD6tAgA700GlBZzxqAtXgjh7kwQ3dsU03TH' +
  'qs7d8nkECSfADavwxvxhPz/G5hRT+50UFAB2CrPvutmsCkz82N8jDg734Qn5Ad/jqvKLMxgCgPiNOpL689L/0z1FZBHDTcO9+Sg0' +
  'JiAK+tKjIDER7OXj5Lcr284eKrj0jrvdBWyw1r1+6MH+oNDR6rwMnz7hAvXqriDP7pPg7PE0+rfp9FjxIC07ZQtj39/4jgs2vrf6' +
  'ZS3WMyIHCzhXviLyF/p91DIQoewb9vz2U/9MxsAcXBe/RBX9Fda4EJ7vh/UkHEQSXB+SBQH1lRwKyDgUmwRsFGHs80UP1icrSBR9' +
  '8vwnMeD60xnii9VX0arkJuS8HQj4Yu5b7qLVkADT397RufmIG0AiNT6L+dvkxyrhD0j2gCWpGTzepxkaD7GwSx3xD04NHz8655IN' +
  'xxfrDyEKL+Ji+lIyjvrC9hY8iw6//WkpFAYX8DoI/SMj78X1WtiHEnMtseWOJTa2nSuIEmItjw5u94vjJP4/6HwGvBHpth82jBUu' +
  '8YkZWeXa0mfOccQ24zsLgCA5FSntSwlQRjXl6BZ7CaQKCQyB2RQVsOIzCyICkNpZ8KP7VPXB+ETUy/8aRT0U7eB/TbHnqtlv2YQ5' +
  'utFiTKPbtCy5Fmjs8OYtGtD3KAeD8m7wo/HR+ZL2CPlYChIKA/zG/Yjo0fyB8bX1cfZWBr7W3AP0/h0V4f0NArPnXfP6CJPuuQOA' +
  '+VkAOxaXG1gI3c/40/cVU9PlAvj7Nvr6/PDiky8kE603qeb69k3+aNp+BQsOGgUq5NLMZf3G3TvrORCsElEYmdJcH2v6CProEk0E' +
  'GwU//WC2kC501/3yv/w6+nwMHf3616zIPhZO/jfyiDfFKSrezAxiv5Eai/9j+ToWVAJ2G43iYuMo95319R2uBc/8Gg3S7gYCNO6P' +
  '8HAD2yeE/YLu2CVz6G8AhyKQ+tAbzzJwEwQAe/xkCgLWbv66DGsBERcuCAkpsAtMIiMQut/OBOjriwPNEr/jOA5NHv7WQuEj7xDS' +
  'Liqw/FsiuQ8nCJ4Ef/kTD4selel8BXMTtxHGA3wYw/Y2BZPf9fENI6/pYgMXxJgYIBj86+jdj/XXAiAWLf6jCJDsru6DFjX6XQfY' +
  'FvLrkAfxBW8KudTF21AZ6uKc6f4JsyJIBdTigRO1Bq/fRP2n4SgxKdXnDWUDjPsF9poAnuwJ8fERcAaC8XYE6O90/IcD7M0yBz74' +
  'Ud1tFGLJPBswxYwr0wV1GV0N9d7/zZ4axtYJFwrt9O3s6Ufmpjd1FDQ1Y/EvARsBjdXpA+j/4QYc3pjQ0vv16O3t+R4+EA8W99mY' +
  'J730OPrsEz0HfARZ/ou2Ny+02Jb1jvSt/h4KDAPn0CzOoxI99TnpIDHoKDvlqQf6uuYQdwBd9ZIYMQXfF6LYVuZF883sjBueChH9' +
  '2RRK8fgDj++N90/9wDKK+zvt1SEZ5yMEACVZA8YhiS/UE1j95vXkCIPf3/jLChr+oBY3Ba4cNgt+IzsQMekyCzb0U/3qErPm0g49' +
  'GmLWiN3f8UfQMy/8/0cqPhbNC58GGP6GE98biO/uDlkOFxFNA/4Y8vwyBtnVjfagH4fgHgtyzmYViRmg7/3Z/ulWA7cbDQI4Crz5' +
  'j+7ZGKD0rhjaH7D3qwpu+xgPptP14RwYXtmb6vwHrBY27bbsnfzM+gjVMRMT61T1d+jq4+H8Phre44HvyftTDfP8F/6F+FH44PYp' +
  'Ju8BJuViGJwAFbvYGT7SdPmx/iwyviqCEI8fL+6Ez6szGfUIzgMRaA1ILeIjOPWdDGoVbBPT/tflYv+2Bkjgl+KFJrQE5ARVLhvj' +
  'rvgYCrkdbs6F8s0wUBBy+BLWXznW37QfXBmk7wkJpuCBugztgeqU0dLjxARfKSHoxt3W9yHuEgRv6iLjivSlLtgf0kMGBIfUYiQY' +
  '8Vnpxi4Vxy8bk9hC738S7BoiA+TsmfwkDVfoDAEE/Ayxiign7yoDqCdh9XG+3OMMyVf5QOJ+MzEnEwB641gfIBJfDG/sG81hR1rd' +
  'thej5BDkmAJtxirXffml/IXGE/ZIG40jnPOb8bUc4vxDD5Tt1gygGJdErwA+XY4BRMcoAbtBk/hD4RS0/T4y7awFiRTD5Ikek+/X' +
  '564WaQXU3svsKOGXFTPQ+BepDSH/XQELAaDaPx+b8flC8C5tAh+s8u7pAJAJoepA5hI0DPLJGbzVKuDWAE69guok96YKe9f/6Kr7' +
  'fyvo7kroeQps/Mn7WdW5Fr4PPlAr8FM28wIi657yshFLBqEPnbnWSMPirAPEMEzle0En/3Tf/gVy84/lGP0141cYW9cwAH4DMwOS' +
  '64r3N+eNF8MGDCfBRkHvVLuqCKcR4vH/7ejduz5H9l4mS97r5+TnyMSx3dTmQg6qwJbyp/5vNHnlQevJ/m76kgdF6wAB0QqXUt70' +
  '6jTf+hjkzgNdCprTvhe5/RgngB0eIJ72ZP+2IoDnNjDa6rjrCReQ/q729PUoQLwKmwDLuEQEr/7UFtlAJdk4Le0p0PIvyyHnUCmv' +
  'FkHuBNwmLm7P5zLwBffSUBNMxVzFaPYPB0fPS/AeAiornghH19scX/h4+TD0ee2v3ExOHCryKmAIsdzjDuIMH9edNSsW6Qe9KAgR' +
  'l9sCHaIiGPmNRz/sHdrFKHQPQ/8x+FokDxcCBz/CHP3tFhAOvxUPyCktFgwpCAXnwc1RL2UkO/8/3Es03tF+EiEHntcdFgHUkLVs' +
  '/WD9wtgE6dESZzkz8uTk9By3+PzybfNe65Tu0UfxLsFHVQv51LL9qh1s9z4KBcrrGMI5BfMbDsz1n7SY8YIPZOPaDp4bsfTrNTIV' +
  'pfSXA2v7ufw33apKPebgJCPea+gE2+7M6fv8HIMowg7Q9RnXURdIzeoyshCe0IYbA9Pavynr5AKA20nxaPQNJ9X5rs9RH8L1vRgK' +
  '3tX3mOLYLuM4gimtBni2VxVwAA/y3yPP5IwFwPHi29b/fQO85lfi6P4wIOzwxiNK+Ie3jEGV/Rsdmy6j+HKlZ/h+4WzwO/5ORAVH' +
  'hvhA9YkIBw9bDh4D77/pPDHd+hvR5znese+cyuzGr/iBAxHIOwtJADgxhvMYBNYPNwQ7BjveDfO8D8lFsw5JVAsX7dugH/0Ku+rA' +
  'EQO2pkRL8wAR3wtnBhEqLBtl5K//rePG+U34Q+OzMUHLr/LD/nb6Zw2H9Ozs2wPW3xpBETgt+uG68/usGf0BLjwH+mnDfTH6AIHT' +
  'LyFHE3401CYm8JMHty+UEej5B+0IAqUGbOam1msfwQO2C6crKNmVBQQAgAfW1Wn0gv0u4jpYm9suEWjXbuPkEewgFfqzGCYQyQlV' +
  '8tUghBzduzMlWPP//44HFfVe3frvB8ZD90DXhBpNExHrtgXKNWXMpyJ+H6ge8/suEsza6goBFp4Pov68BvEKj96jOJnPD+I/OtoX' +
  'SCXJJU7cA963+ncfuRSB+jnxHS9i7IDcoeZZIeXqr/wMzRs1IvwW68oeFOiVF2H64fPvIOgKLt3Q3cbukTdu6O4HYSCg+8j1CfTm' +
  '4kcNOgJsJZ42xvkkvbf39SQqx+QP9gr6JkQNHiEn92QLVCn8+QcaCgY41Mkh9gjWzoUBqCaMJekYncBQ6rT2+AS/MTXcXzdEDC72' +
  '6OsbwaYBM8VmAFUcuVB6CngcBMs79L0YYNlAADbx9NR2ALP/1sd/DXIKAjyG7NHdtQ5Y2QEIHDw5/lAyMRk5AiIL1L7tH5n+xQl5' +
  '2KdLL9kBIc0KMf1DH+/iM8aF8Dzba9ph7/HoLyXM7j3fF+sX5QcLMd9J2q76piXTPOo75/Xr8rEYaw4t+hgmDBS32twgYQ/5rOkg' +
  'Xw3ZEZxDDejcCB8bJBTKClHflvPDMHDy8AAHQ60QEgGKJyMJnfaCAXgkJ/al757oYQNCM9/WGx40xoIbEQdHMCgOuuh99IsHhPAG' +
  'BJAVhcd9L/oIJexuELndSNgmx4fO4fAoCGsq2Q5o8U79tT2qyKAUF/qqFaYA0grj8APaIAus/G7gMQtk9W0KLwNH41P1VjUnBIf4' +
  'SD3i+bTVpdNTR54SZE98vp8p2yiSCeTOLCQNEM/mD+fKKXzJpCv/9OW8/gjkq0S5mOfVAS/PXueCDkE/sgZG5a0cJfCZ55Lze/na' +
  '6fZdKx+oPJoLzeGq+qQXoACIKxHt4wIf9kPgFSUfyPX/7O5Q53oBa+q07bTd/heqBUUEFC6aD3LteyiDvs0YiwYY88kQCdhZJ6/v' +
  'lfxm+Az8OCD7/oH8cQp09tH+d+/D7xUIiyyD+YD0FiZz9+j63CHMAssdLi6QE1UDmfnZAybNyPtJEBD17xyWEuIvGA/xITkSQt7V' +
  'BK/rSAEkE6jiGg6kHjLYl9+Y76jU2Ssm/w4i5BFpDCAFQ/hfE4gcLOt5BYQSehGr/OcZsPlGBzXepvP3IlnpegNPxJsYsxdS6hPb' +
  'tfSNA0AW+P9SCMTwHO1HFyb7sgkSGQ7tzQeYAmYLldPU29IZP+C56+cM8SNWB/PlqharCXjipPlU4m0vRNHvC98CXPvU9HMBrezQ' +
  '8qYUFQsX9K8H0O/I+5gF+M1WCn/8IN+NGN7FGh84yMotoAUqG1QIqeZ3z9waXtcdGKjrzOWS6YjnJjlFFsY4gvVNAP4Dp9YkBbgC' +
  'AQBt3tHRB/x26v/w7SDBChoW4NpoJ4AfF81fG+TrmBZR2BANYvcrFg4D4gkz26v/fOwvLxnjNL8BUG8A9yDjF73QgQFv8RjSzAxo' +
  '0gA46QjN4Vjjq9nkF0v08SxmDi/Sxi1l68zmAhwZD4w48h508Mr5gj16/YL0LQ20AmQaCOe+xyMl8hB6AqQdptU/ADz6zQAO2YTu' +
  'efm836VTpORNDdDbOt9vEuIinPiRHNkQMA6z9AAlUhO4vsQn4PrIBPUH9fEs3NTySMZT+hbQLReBETHsMgJGM4DNiCH9GRUim/7F' +
  'EDjYsws4GLoQagdeCewJ4dxDPBvNuuPTOL4UiikOHybbi+Ix/RUd/xj881TvoS3B6bLcauXAJeHnAvqTzfQyI/wO6Gwhm+kfFeP/' +
  'w/aZIk8NK+Au3lbxNzSP67MOwR8J+2j27vSE4z8RxvxKJcgzX/mzuKX3PSXRxG0MDgYUJMQMYhva+ncO3iqR/zQaTwPz1QUj4wjL' +
  '0vwBKyWCI2wVdb/h7NH1TATPLcHXITrDFGT10+n8wOMF5NJmDN4S40DV73EgQMkd/Df/a8uZDID/k9Yu94r0zdZCCJAbpzkd9inN' +
  'mAQe2Nv+zCcZ+gVH0Axu+fYAjczSIZDq9xpEClwePs0SGErjgQbV/XffQ9a69OXcuf5f4lzH1UlIA9gJ3ADzx73yTO32xv72LxCw' +
  'MtgSb+qRFUP4UBXL9L8quBgt1+Ab+gxrqlwdawITCBFEPuvRBfEXkQ/3CBjrFvgtNsP+vvc2O9EMVPypJkUGpPsI+t8ihfe469Tv' +
  'N/5oNNvZ9Blry7oT7QCYMYwK5eZw+ywNX/G5B9EXKcZYMEMJu/IuE4vZCdUIx1PQf/ZVAzErRwnX7xb+2jKPzIsQDfwBFcEAUwrG' +
  '7vLTkAyM+jfebQxP+30LhQPL5FfwQjSyANP8IDoC937WbdRSQlAXD0rewPYmtiUVCaLN1SEND+zmK+ZYKvTRECpd8Za8dgFHrIa/' +
  'oekC/erRm+g7CO8+9wSV6iQiIu9C4jjx6fx465ZaHSY9O3cJ0+J48lYI5P00GYDWk+uC/cLtQx/P2ZcKvRj3yCoHU/5pADf/IvwL' +
  'CNoBswb/8iIWcBPE3br6uv+B/jYIYfSXKwnlw/mE8Ib1uxWv/bL3DwI77iv99fXNAdoI5DEk9A/xhxXj/Tz16g1gATMW7TIJB4wN' +
  'tAh6A5zbtPI6G/YJNhySEPIXPAuiJPEQPeOW/kjvowLJESLiDBZgH5DYW+C08GnVJSv0+vggqxXgBzcEBfm/FAAfxu7xCBcPyRI/' +
  'AWIeYf5vBn/gFPaGIkHsjwGYwlQWKBd66H/epvZTB6cTTf//BuHtpuznEz/94QdtFkbpoQngBZ0Ls9Q023cZU+Mu7QoNTSTLBTTk' +
  'KhM2Co/gnP8Y4g8srNVjDlkCFfya9P0A2esO9AkRoAa685MFGfKY/Y8Ims2ECuT429tBEr7Hix0jyioriQdSHGgMEeHwyxsafNcO' +
  'GfzsDvHw6fHp5DGUEs00BPErAC/9kdTnA2UAKAMQ31/UsvtA6rLujSMFDw0XQtrpJYHaK+MPPuTvJRdQ6nPW8SwyEWEGsPYGGRsX' +
  'NOXk+zzzLcQ8P5EKlPpON7L0+7tY4GbPEuID8RkNVh6VAivz7h4m+z/U6By3EWYTfgISEab+WB4WOIn+AxLME9XUCzlBAVuoYCB+' +
  'PjQw2yldqqTiBN8V/Toc+Nl2PET7p9bJ+ynKst/HEYr67g3aA+b+IOfK5BwRSgCB5iT9qvjIBabzhPAPJ0EwjQz6BztkofXO3TDr' +
  'tUVOGLhAwsIZSNgy7+Oo0nPasvt8I43vmRtnumoUgfcc5WMHLdKU7XH5C+rI4Y3+w9TzS1AbDwRzRWDSWrRSzNHc0++uPsIMZ0GH' +
  '++kNCRubEYgauhQRC9UAuPAl9FUVQdMPCVIMh9xI5hz0ONzZNUobNULRFBQRPu41+LL+7wi7EiYOOfMlLXzsWSty+YEccv6t+mYM' +
  'GeLA3j4oV9bCIwPa4vDL5bvi+zlMESk7Qfd++3sJDtjTAI8RxAR06UvRYvyuDr/6HAelJyQZtuJ7HwIKtg8n9sUF7iuh76Hjkxcg' +
  'IToZmDoi9CoHee6mGcvhhROtD472FCnS87fn4wBKE9EEzivWzxECpRg/z3XdXejsKgXSECBRANoqBQThF3Tu7xqMFnQKRQ7MCJDV' +
  'nidxDL/Xn/Z+JGUVXREAzyjvcuOjC+4r3dICOJsffuGQ7yvSSir/4Lf7NNdLOp/9bSeHExz2ZgPrALDWFg1i6Z0l4OUvz6gsos7c' +
  'GNz/jPNt/M0HifHuB6ToIExcKvLo6r8e6Cj5gQuBGKIKzwf0G3X8sfiFBMMCa/6V/uoAXehQJ/DjmO1kMKr7gxzAKhX1qeF88vMl' +
  'ixo2+VsI/zenEsDKqNT2N0zj9e4bxkYzxv0v8cEcuelpEQUAHfB8IPoKfeIU4GfvQjA44HYI/RVSAJ/6Fvio4aoWPvevNUguhwQO' +
  'tdXwRSlqxIMThAeqJ1QO3CO09xcXVSXd/9YbJAXv0nYhQASD1NQCryKAIkYTWcLK6g38sQamL53VVjQyDu/5Jullx5Qd3OJROVK/' +
  'sAAZESPP6eABFVTgidoSKqwuvAiTAWobE+o5HAHaJg1p+//vvfP56fncGTZ+69kSqhJz9IzkVe1DHU8IKe87txpG9euHEZb4LMnm' +
  '91q+ILhNAvQAU8Oz/WUfgiA35VTpJ/ckA0LrRv7O8rr8qzpXLRhGhe/935v+sf0/yen4qxwsT4T+PDQyyfTpQQnrzfMDCf2p2WYC' +
  'gvlvwCwZxB3gRb/3IdIhEJrSXwg+LvUO5TKxFV35fxiAwegzxfa16lbzrj3Xy81BOvT28BwE9sM0uv7s2um+5Kbyv+OpJe8GEviW' +
  '9HvrIhMo1cTrt/zcNJ5VQyxUAZnnPQVY3msO4eq9ElwMxAOR+e/VuvS7/6jOcfkr98cJOf024Kv2rzQB/U/6LS3P+evifdKfQUgZ' +
  'EFJRzfUo6yKLBlfEtDGFCiTcsuWbM2LKXTQw8y673QOArK2yIucw/0zTCukmBzY8eANs7bAV3upG7EH6Gf1Z7iVZ6CsaNiYKTuBe' +
  '8wIKtg8n9sUF7iuh76HjkxcgIToZmDoi9CoHee6mGcvhhROtD472FCnS87fn4wBKE9EEzivWzxECpRg/z3XdXejsKgXSECBRANoq' +
  'BQThF3Tu7xqMFnQKRQ7MCJDVnidxDL/Xn/Z+JGUVXREAzyjvcuOjC+4r3dICOJsffuGQ7yvS/AUn9OgeEMrDPYfuYR6GLsHueS6t' +
  'DhPicPrr2SQIof243B4lztCa+8vzIPn09/z7yfI5BG/yIiBNOM7rZ8EVDBngMiDxIq4MBALvCyDz+AIxBwEUkPmu/CL40ev/Livb' +
  'Qui6LqcJESEAJQvw4tyI7a8kuiaw/0kAej5j/xDQl9vGNIHqbPDmws41E/eQ8NkdiemPGMT+8O2lHlgLGuGi4Nbs1S114Q0NYROz' +
  '/vf6PvXX4NcXDvgLNZAy1QD2slryqyz7wlQP0AxMI/cJ0Rv59LwXKSHAAZ8XCAPO0kYnTwJI0i8IYiYUKVcQkL1G7Jb63AcmMxDV' +
  'IDdbEaX02OnMwZQd3OJROVK/sAAZESPP6eABFVTgidoSKqwuvAiTAWobE+o5HAHaJg1p+//vvfP56fncGTZ+69kSqhJz9IzkVe1D' +
  'HU8IKe87txpG9euHEZb4LMnm91q+ILhNAvQAU8Oz/WUfgiA35VTpJ/ckA0LrRv7O8rr8qzpXLRhGhe/935v+0A+5uhb2IiiyRHEG' +
  'uzD8yGXzR/9t24sILvEx6Kf1mQY2y5oZShTyRhD1lNXaErPxR/P+JWwM8CILDG/0jBtnyRMMyQrRBwnfPEepyuRD6gbN+hMkts/n' +
  '3rTeMuKRzXv/t+YcElsF6uLx7v3emRDd1SbYAwVCJts4/ydQ89zWUTfx1sYSg/LwCYAQSgMi+VbczvYyBbTP0ABX9D0HGvZu5Y33' +
  '0S1j+aDw+iVA+MDh9NHKN+0cl00ux8oqfhzMALPU6imyDWXhkN4sNEbNVTBq9MK6igarr/a3k+iH/pnSo+0RCtE7NQCZ7C8TNevn' +
  '5234APmp7TNT1SgKNkAJ4t4p9/gQYhFD+tf9zB+k+oXT4BpLJRUAxTUy84ALiPA5IErghBW0FOj2+xjz7I/yq/gtEHsIYCLY2NoF' +
  'fhiV1aThy/HPSxrjBBb19er7CCgF/sDtOP3e0qQXOvm6FSAp0lLq/kj+ufoDA6Ei2/978jkJNv8kG5oxidtwFC4U0/JC6yQC/C8y' +
  'yZEqxPM+/sglVQSgGUn8euvHFVENjvv6HjFodRVjCdAT+RUFAn/lGvA9918wyP5eGEmk9w1H1SQFOAv27osa+Ng/MoHrtjIr+FL0' +
  'GPqkKLPNYBBiD0cRgPFPF6UNF8ky9AfiBC/u6v/oLvId85W3LyS+uNoP5wXW61UXkzZ7AwMPxhcOHk7sxv3q0371MAwh4dkONP/p' +
  '/fsEITE3zprwYy3jAXBf5gQa5szx+xtx8xUkVt0q2YMAyt9w8xzdDjC28a3lawgtDrUaGdWkAajuTdg17vgkWAI2DoHzCuSSDVj8' +
  'I+5/TQ0AqPATATs0bvhRG4DkTObK9oEG38sf8t0bhSmkC8bxR/xX/7cF9gPB7rHyKxfpFDYCjwJiARgWLuO6tbe7IR6M9SEBAhHP' +
  '4cnJGC46+ArdkxNCCk3M3CAC+XzoYP/44noAutCS7FIOuPrR7kz65+4YE+ADreciCqjc3RtvBms9ZyY2/Wa/8eX24vwW89o/Ipwx' +
  'QvBO0h/+ZBUK5p8437ea9k4UacmP7q8VHNe32CUlRS3XB1kGOxvq8Okfy9ZRAUP2PPFY6JzukuWXKzzl5wvrE430SuID9///QwyL' +
  '/PqkohSCFQvgIwqh8FPT1c5E3VIgdwDk8kLo2Ay0HfzbpODh6Goi0N0b7jAJHf6CIkoxgzYl/aDaNA9nRpr0IhGYzjD0GCvy8WP5' +
  'TvQf0b/g3NdSER5MKS35B8sOjBFE+Sjm9gFWBqn1gOqRE+wJ/wpyPSkB7AM5+QoBpwOS0/AND9SdDBEi9QOQ+nDj5teq2bwGDhx/' +
  'MsJGryvyBTcP/xqB+SDrMQAxDfT29PLZHIfE3AiUu0QXoSpt5xsC9uWTJb3dvBZpCqkHzujILZbYweUMFIUlyv2HFh8PSteG/uz1' +
  'jRF52g3VwNll8aDIVwLWzkIzBeUm0AoDEDIzFQbzaPeX9WXsIf7ZAwjSggswudzGegKcFucaaAxI2Pn88kTA+e0KoiSO5FneGANz' +
  'ARncqwqb9nPh9fgTAh3rySrE/yrNkPCx7QUTpiPP2NTi7sYgxvoP8wSVGbbXBOY2OFUNTfPZExgT9gNuBy4W7uq413oGcAH69KoH' +
  'gNvN5z4JQjI8Ax3s1BCiDq8qQN966B/QWfqdEH0R7gBp+EwZ+9+ss5/WYSMv7FkRdBaq/be/LiUqA1H+bvn56uHYqzzZEnoIMPwP' +
  'BUYjcvVq2nAX7iE4COgwKPevCHn2+CRV4rsVHhEo/KwhZfM/7eABAxWpC5ImadCdBr0TQdij36/mEE322coNXPbq/bQcU/+U9OMB' +
  'HNQcH5P6Dg/8IMlcV/xSBo/9X/qfJzT/s+7ODIQPPBfwNiDPfBJFE+7vCOL29yxCMvMyRHUZ6/t2Hzvv9/R+DKbp+xt8L3H6QhTg' +
  'JxoaCCof3x8NFgWq3iLq0jOJAbfrmR+2y1oR9B1ABlz7Kgpj9FoMAC6f7hr+lAfWBL8m/wm98AsgNBrR/xzWbzYnKD7jIMjsz/kH' +
  '5+3tF5zZ6Pyx0gYNkdUb55LnW/8m5o0tKfgR/G4owPFTJxvk8f6PKoAsyDJKAXkdbxXqocX1JQ4Q1yTC+e/VGsbXF9Q7517zxMlv' +
  'OXfKR/zQFCXeIfJTI2z6OjMGFRoO7h/42dH+LTB9CZI4B/CwFuz1OoQkIUENtedY3jfjXCrw8R/qT/Zp/DfrfiL6FF4J90Jo63TT' +
  'UPeLAZnkTi20wWwcT+eY8+hD0xDzG+LiNvjq/8rd7wsj8vzlIg699sjw4OP1+drWqOpv/5sTf+t/K489+/Tn0MonWhzXD6w+yfvZ' +
  'wkIvveS04hscdAk1J88nA/hnBK4sngKb8Qfodxf3Clrb+NmsGtXqTRauJ3DpFgjbFu8MPNdrCKP2oLpOPP76Z/9T0WLI1Qc/H9cE' +
  '5/oDFRr4DtCED+cVfb69Lykw5wOu9SvjP98W1UXZIRmh5iwk+CRW9MoOehjjHSjmlTshwOD8uxH+ycnkURXt3ZLWoio9L9kNygQw' +
  'GTn2wx2l22YIBPvx7/rukefx5CksVuaWEgAVZ/Kf4v3unBLk/FcNArr9Gz4Ss+gJ9Obkid6ivkDqnxwIDvfvHusPEJ8cSOr97rPv' +
  'pQ7N8RPkxgj8Bi8VgTuNKp8AkdbB9iE/nd3Y/tLflvlwI2b06+Dd/9LKSO1f4XUaJUpmLYoHiQZxBswLJ/9GBb7uhhLE6uQF+Pry' +
  '85QoHhTxCmX22+YVOy3R7hge5kjiCSfKLXHVlxm59LfY5xA/CC8jeguUFestLeqjDpHdjekz/r4s9xB27df+B/EpL8saSQKe7XLu' +
  'xvaEDcULJN9t6A4IiCDZ+pEEDfbV/rlF2xGl7dUNUDqgDTrRgPHKDCD6Qg2I8Z8H59Jt8hURx+TR+LcAg/dRLwXksP7HEfPoTRbq' +
  '7YAr1wPtAMDxWs+bMwkMKNPS6D0sXwnm7hEIav6Q8CrZb/gz+t/D8P5gHajpwx1l20PueitD3js+9wWlDmwiQO4XLvb47ugkJiLm' +
  '+xAU6zCm9dVUFM4G4Lgc3zj+SvhgARoVbQu+6TIPsz0c6WQumvbr2YMVCeelAukRbbV8QJv6yfmpNesJJwK03XrG2PPL1/rq0Oce' +
  '8tkeJOsUzEze7/Lg1CX5/OYR/cgdOxphTHfmDOvoRfQEoPgjI/sXfNI7H9sKyrgRH+f9/wuNQfbsswahGVwV1QqN1KsFpDA16Rb6' +
  '+Sh+EGT/MiRN/lzjk/WJItvu3QNX8gv3egp+B6wLY9UAI/n+AeoZCO7r1v5i98AAEOmy9uTOhOMY6p/9GgXq9poWSvj1HnLoW/yQ' +
  '2mj5lwCADR0AbwGzCFTtXvRb/FT5QBRBFxgMgeOx6CIHGtl6+iItM/wd8GQETyBAFKL6Uv2yFI4X/+Rj5Tj9D+aD9En8BiJkEeTZ' +
  'yvqZFfUXPAJq0sD34QpHBqfoERUACqHAAA6PC5j6vBOCFKTjaeMU7J7ib/2IBnX3fvmVCvr6CuPj5FkLzOX58UkLfii++oIHGxrm' +
  'BkwKPA1lAsb1gAd3DmwFSdt1x/oZNRqx5TflhuWFK4HbBwF2CEj8xO/GCJDmufCp22Dm0zTMDnXw9vH4A0bl8Q78AdYIF+QFzPTv' +
  'vws+FGjzaPPO9dUCNfQA49Pbzdpn+zsK/vuYExrc5wTr59oJ0vJH+tEcSgRdC4UJAt1JOUUA0dti6HsAwBGo/bPaTR4tDMEAofYZ' +
  '/uX1AuNH8JfVLAgK4p3rgRwH7tjmBPrY/QPPG/NCFiYTufKXIxn/0Po59NLeuwX/+w8qmSSt5bAb4wrf+K4Xzf4GETD+afUV70UZ' +
  'FfRQ8qIMk+UH45nnaOBQ9afNbiHu9VIHbucQ9L0Hz+Dh2eUXcPQfGR42Utq78yz4gxe0Hd0KthzeCxPrjBnt/40AAfUb+ajisu1Y' +
  '90v46+9f+R8L/9gm+aoAi/1CI7YxihxRE4DS/RoU29jyx/vAJsnlles19ir32QtPIWEL1hyjHSX0N/jz8zXzm+M7//REFSn94wfd' +
  'GhxkEPX22wKzErUQpw2I7i9fFujy3koNLfU04LQBgPoyy3zyYBcq+xACBAQWDyv3bPxCF07kHvdTLAEZOwx10WQQffdh7o41shhz' +
  'MaYBv9n4KIb54ClS+FzfRtNRx5HLuMy1EpEGXwqm8nAPWC2N09vUNSMhwG0dwiRiD9EuMN2u67D+G/IVFlMi+B9s/XPhmB/x71cw' +
  'lBk780/+jK/H2z/RvgH07snD+wmj7IArTw4wxZsjWMJtIA5D7BdkDjEJahpWC9ndgUb5C43nVwOSBt42AfWVEIcXMAY46ijnHvBU' +
  'AW/vJ/12y14MQPiQNZACFNBWEOvYCwSAC1z8uhr8Ih7vJQTR9BgYdfjk+3YNGugQS0BDlv/gATcCwvLg5Sjt+/HLDfghXebnLEPy' +
  'tRz09qPBCBxIsrLxGSd44Y4rpvPqE/bastaFIsrVd/AzEevu/yYlNbYDJOUt5LjzF+vl8K/qyhLn/Q76G/jF86Qcs+fHyGwIzs2e' +
  '+AoJZfMONOb0IPWR/MblBALN2FLxTdZaE781IArq950FVMDt/xkLS/xFzn0GhAED+sntpN9ZAuLtLdiLCf/mk/mIEHbdNAbbCNnr' +
  '2PZzHsb9bOZ1210eywFh2+Upe/+h6X7nJtE+A3n1SQLb3fT+nhnjNZYjwgUn6bfK7+T+2O/kJAPg7THqAiEX+unjsxDSzXE+ReJi' +
  'FTrU8OVdFgsDXwCfBqYDnvpiL4D38x8gEa4MfRO4G3cRCiXuI8gU4QXX/+4s+PI71lr1XjTH4h05gQSl4W7JdCMWAbHvHxHcCVH4' +
  'yPvdEswgqkGn64/zvf6ZTd8DvQXHAfDfNN3S/qjkcQXRKaDXo/i54BMaWEyyDbLqJPEtJdfFkxj7EfzfNh5c4Lb6exblyHQESh07' +
  'z6QZ0Rwi8o4SoQ84Gk8ZBt9GOPb//fnlJe/cHwK/+qH2ju8d9Ej5f7TkJRP6JLYhHnQH/jgUzNUIDPVdJmr6XcduIOoP6QF44wMM' +
  'VvkY1x4hd/kg+xMOPfFQ/qQISEa0E/T5Nsxn+Ln8pABzyn8K49ka5RjXPyJNK2xERj+b99EKDR54KqP9AhZ6PIfp5T/N503w4ObI' +
  '3rIg++WU6IYJ0q7DCC0CXt8g3hIk3OwP4NYvzu+r74DkLAau+TcqF+Di3AsXnw1kCjABbwI+8DHxCPy5/goZviLM0XzzBgp18mHe' +
  'xgAOwGg44dKaDUDjaAzrAI308PuzB8sR0+TsMGzxngTlN0b0cAxJKqoocibcJCYLMfTKAoUSGeagCfQfqtzYC2MeSxK4AJcEHDWW' +
  'FKTEsfFs0YIBLORS6jwIjBf49BIOEhBbKEI21PXh4ufrvuneAC/eW9QBBhQE2uotH4PihPhtNOLb1y1DCRwTQfPcxEj54gMAE4f8' +
  'UB0tCvg3HPq9JzsdpBTwA7T6tfq0JUAe5y3ZEU72oCfl78PTuQcQA3cezzp2GNL8HPb3I5AdmtkPz4D5x/BXBRg7UCFRSmrxbjGg' +
  'IO5CxwYr5GLRxO6+6NTwjOJi2CAineIZ1B7ib9qrbk8XjwSr+zdhqMSoOeoXt77q+ljrrvrwGVPfMxF9JIH+ABRUJp0TTtQ77/YW' +
  'wCsm3u1XBM1139M6dtvtEETedgo8DlDvuwIN8QstKRcanVTdgPRKL3TNuQUg/IlCNvkF/FUvrRwy9KDAo+mS7lXhZhdu+bvhRBsR' +
  '86fYtQ7wEe0wtxXb3JH2IiFr0Q4DCPzZtx/OYrIOK9kj90BqOLsIdP+IE4g0CAH8+ZAZjPhCNz3skBOqzoq6ijRO7sr2zeFB4mYX' +
  'yAkB6iX5LhwgE0rQjPnc5trv4OrJKAsG8Uk73eDzsyEOEPEDE+d33uv3wODV/uH5F+yKHnjUX+HnA1fvKPNyE+/CzSLc674FFPU9' +
  '53UFGA5/C7ADsxqo+IdH9u1dAtw/KuepDZYXmQgqFzUSKBmdBjn1rRt71GDwhes3BVr4OA+z7zINNf4F+asAV9QZ/Cvu2/Xe6PD1' +
  'Z87l6FnbNgQXEbvxvBs/C3MwpOjgDazZUQTx+DYcOhQP8qMIONT5C8wd1MrgFMovFPSu38LYLwHh4YkFoh+Z/qX0nAgJ9BoVDQCv' +
  '7dwf5Cpg7lzrkPbS5A7+pPYE9OXqPuzxBxIbcyJrAlIB3PnHDPQAFv2TDuIRjdM7Dzj9A+diDhz/TP8C+5oADfdz8Vb6J/Qh2+MX' +
  'fgj54mbz6vTlBpL78ez+B/TvDyof+93wuAl8EnH9g+yQA50NoAog4vjnchKhDtbKNfd288EKbfONB+z+sRs2+CcNcNgn/aD33vcV' +
  'I/cno91Z9pntBOwKAysk/QTx/pfnxgmGCCQjz+vJ7kj/7vwvAfXo/MiH6brzZxdWCGYEed8SKaf/8f0Gx43rExkIK1AS9xJD1ykr' +
  'GfQi8Jf6mQjQEVj//fdvIgIIgf6i/BTrw/fRBykJa74MDI7r5OvTKafnn/kr8qvydNVG8WAIutqYDG79ufvEFJ9N/icP9Eu90TDG' +
  '3ePukPuhNHrtqdmL7oj62A0tBcX2fRu7FsDvQuVS8p0DkusGEpZRKRfd7drTqy/E/3Hibi5MGpwboRk41aRJJ+gV/YX+XgRCxprw' +
  'bvwm5SUGGiBa/FzsOgyALEfySQCKCq3pwBgLTY00//vUwWoE5vRF7YoRnSHyIen8+9iwK/L1ii3TCejvDtcI2IDkGrs29qT3Gf7Q' +
  'ASwSUBdd8M6+Sg8czm4Tpy0xBIAg8vL7GBMBkdo9HrgmOx7p8r7lbT1D86ol3g709aHvjbKb7Rr0QOt/1JLWXPUf5U0mk+7Pxd0e' +
  'dt6gGWIXlQrjHDvlVQesJBXbWWWSCnj0fe+F5MFHav3XHnMQxQDB407Zy+Wb944BzAOT1N0WPu0hOLER7MvhEry4iBqqO6kKNQyg' +
  'AWHj9f1mACIuQ/g34fELl+KGSgA6jvcd6xoOW/vn7a/4f/2/9OTprvJ7MdvtQyU04BjYyP/Htdn3SCsy6xj99Rih2/X4v/L12DQX' +
  'IDYQBUnt/dVmA+zUMPuWI137CumM9p8DMxhH9vjw9xC5Kwj3JdstCSAGfwY86Sf3vOw+7PEHEhtzImsCUgHc+ccM9AAW/ZMO4hGN' +
  '0zsPOP0D52IOHP9M/wL7mgAN93PxVvon9CHb4xd+CPniZvPq9OUGkvvx7P4H9O8PKh/73fC4CXwScf2D7JADnQ2gCiDi+OdyEqEO' +
  '1so193bzwQpt840H7P6xGzb4Jw1w2Cf9oPfe99QVUBbz1oQJ9hiw3XoBrB0T9OnwIuoVBxATGiuh6t7yBgrGDsPxTOi81Q3n8wPn' +
  'Fqr+wBJ3z7YFmvdeCgTHMuoTGQgrUBL3EkPXKSsZ9CLwl/qZCNARWP/9928iAgiB/qL8FOvD99EHKQlrvgwMjuvk69Mpp+ef+Svy' +
  'q/J01Ubx++CMxKgg4RfA+uhA+xmPIZYE6MXgV0vq/gx8A0IJmNYx8nHw4N+MFlgV3gSIAf4GriVE74sC7Qdkzm0SVlVfMf/71MFq' +
  'BOb0Re2KEZ0h8iHp/PvYsCvy9Yot0wno7w7XCNiA5Bq7Nvak9xn+0AEsElAXXfDOvkoPHM5uE6ctMQSAIPLy+xgTAZHaPR64Jjse' +
  '6fK+5W09Q/OqJd4O9PWh742ym+0a9EDrf9SS1lz1H+VNJpPuz8XdHnbeoBliF5UKjya68wsXYgsfxUNPQAuf8KIFIvOvOI/6mw2n' +
  'CkH8odOh2czyIPwi8hEPBs+IAOTz3TzjEhLNmhRH1uAfEjMdDzUMoAFh4/X9ZgAiLkP4N+HxC5fihkoAOo73HesaDlv75+2v+H/9' +
  'v/Tk6a7yezHb7UMlNOAY2Mj/x7XZ90grMuvE7pj33PCE70UWlQgr9cvtYwrHCHHwGgaHEisGNfTTETf5qAwQ2FL0hBOw+I0OkxK7' +
  'IQwLoBQy6xcEyuc1DwAPvvHoDVvdlhKAKd7GvAThEF31H/HXBWQNRv7SG64PIw2xD2UTLfh1B4D8gwB6DNgZ//qt+bPzCv6fA5D9' +
  'DtbI43UMgwpxEBIYGwcDCCwCT/B6+d0NZwv6DDcCuw8z//j4IP8+8dUPevCF+aQCZ/gsAA7pYOOYClwCAO4g/gv3DQpdBsX+1vME' +
  '8h0vnfdE7g/uAxpSC0n0hfTtAtQAtQ4RAw8Tfgz53AIDmhQp95wOQQIwBAQmXP72CFjwHfeYHXAFc/5NImrlyPzV927V5gbSF2IJ' +
  'iQEWBTsRJPBwEScUhQqDA8L+5grICmbwdwUQ+vAaNgab5l8JVScjDtbt2daX5Iv43BUFJq4L4v0wFUH97PYoCk8BThWl+LMU+xk2' +
  'Ac8J9gb25N3sMChJDJntaPY//6rceQu0CI7zZQV/6KXptAl9C+/4ug769DH0rtnUDsv5kfHQAjQGWv2U6HL/kxWc47Yf2SNgJ435' +
  'gNun6W7zQfwsxIv8jAkrERonsweW4rPhTQni8ZUUxeti61sW1vfS8dAVZQvO8DvqsAg37Knr2s0+FP8Z6BZ+/+0EfvqU3NoJg/+P' +
  'EJESMvg9H4sIXgO2ETf7L/By4VDvNPHq68b7oPg8A/YDsu/78hX/T/zJ/mXsPxgGDIz9nfL0AIz1QAEDDmznhwtn5vr1ARdJ/Dvu' +
  'Le6T96QLvxib7xj0c+7pBiwA6PKa+hQWYQGm9uTzAf8XAv3tAhv/MFv2kM9e8bDk7fIF4ojl5hOnAXskwvyl0Bzppftg4AMCDwcu' +
  'CFEsbfVW9g39FPzb/Brs2Bx58Hzv+t+tGOgN4RPPEtb2cwTQ884DFfUkD94W1/NJAncA4AnZDCP8mAJh3OnhYA3uA/T8MujQFXgE' +
  '6ec+A4nwEuIsD/P/GQzwKe8PC91c2BEI+Qgt92oEluggCOP4rwXy82gFVvBz/k0iauXI/NX3btXmBtIXYgmJARYFOxEk8HARJxSF' +
  'CoMDwv7mCsgKZvB3BRD68Bo2BpvmXwlVJyMO1u3Z1pfkdQyDCnEQEhgbBwMILAJP8Hr53Q1nC/oMNwK7DzP/+Pgg/z7x1Q968IX5' +
  'pAJn+CwADulg45gKXAIA7iD+C/cNCl0Gxf7W8wTyHS+d90TuD+4DGlILSfSF9O0C1AC1DhEDDxN+DPncAgOaFCn3nA5BAjAEBCZc' +
  '/vYIWPAd95gdcAW+8egNW92WEoAp3sa8BOEQXfUf8dcFZA1G/tIbrg8jDbEPZRMt+HUHgPyDAHoM2Bn/+q35s/MK/p8DkP0O1sjj' +
  'i/jcFQUmrgvi/TAVQf3s9igKTwFOFaX4sxT7GTYBzwn2Bvbk3ewwKEkMme1o9j//qtx5C7QIjvNlBX/opem0CaX7YOADAg8HLghR' +
  'LG31VvYN/RT82/wa7NgcefB87/rfrRjoDeETzxLW9nME0PPOAxX1JA/eFtfzSQJ3AOAJ2Qw3+y/wcuFQ7zTx6uvG+6D4PAP2A7Lv' +
  '+/IV/0/8yf5l7D8YBgyM/Z3y9ACM9UABAw5s54cLZ+b69QEXSfw77i3uk/ekC78Ym+8Y9HPu6QYsAOjymvoUFmEBpvbk8wH/FwL9' +
  '7QIb/zBb9pDPXvGw5O3yBeKI5eYTpwF7JML8pdAc6U0J4vGVFMXrYutbFtb30vHQFWULzvA76rAIN+yp69rNPhT/GegWfv/tBH76' +
  'lNzaCYP/jxCREjL4PR+LCF4DthEj/JgCYdzp4WAN7gP0/DLo0BV4BOnnPgOJ8BLiLA/z/xkM8CnvDwvdXNgRCPkILfdqBJboIAjj' +
  '+K8F8vNoBVbw';
