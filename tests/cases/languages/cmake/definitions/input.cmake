# Passes settings on.

execute_process(COMMAND ${CMAKE_COMMAND} -DARROW_CSV=ON -G Ninja)
