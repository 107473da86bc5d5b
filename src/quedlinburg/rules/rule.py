"""The numbers of the rules, for events to cite: a hundred times the section, and the number.

The lettered steps of the evaluation (R5.A to R5.H) are 581 to 588; a fortune card is R6 + card.
"""

R2_2 = 202
R3_1 = 301
R3_2 = 302
R3_3 = 303
R3_5 = 305
R4_1 = 401
R4_2 = 402
R4_3 = 403
R4_5 = 405
R4_7 = 407
R4_10 = 410
R4_11 = 411
R4_13 = 413
R4_14 = 414
R4_16 = 416
R4_19 = 419
R5_1 = 501
R5_2 = 502
R5_3 = 503
R5_4 = 504
R5_5 = 505
R5_6 = 506
R5_7 = 507
R5_8 = 508
R5_9 = 509
R5_10 = 510
R5_A = 581
R5_C = 583
R5_D = 584
R5_E = 585
R5_F = 586
R5_G = 587
R5_H = 588
R6 = 600
R7_2 = 702
R7_3 = 703
R7_4 = 704
